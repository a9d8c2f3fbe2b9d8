// Sparse MMA on f16, bf16, tf32 and integers.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1,%%r2,%%r3}, {%%r4,%%r5,%%r6,%%r7}, {%%f8,%%f9,%%f10,%%f11}, %%r20, 0x0;");  // expect: mma-sparse mma-sparse-unordered
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
