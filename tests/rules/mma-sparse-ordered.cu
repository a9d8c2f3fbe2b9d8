// Sparse MMA with ordered metadata.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {%%r24,%%r25,%%r26,%%r27}, {%%r0,%%r1,%%r2,%%r3}, {%%r4,%%r5,%%r6,%%r7}, {%%r36,%%r37,%%r38,%%r39}, %%r20, 0x0;");  // expect: mma-sparse mma-sparse-ordered
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
