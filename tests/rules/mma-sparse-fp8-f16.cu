// Sparse FP8 MMA with f16 accumulators.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f16.e4m3.e4m3.f16 {%%r20,%%r21}, {%%r0,%%r1,%%r2,%%r3}, {%%r10,%%r11,%%r12,%%r13}, {%%r30,%%r31}, %%r50, 0x0;");  // expect: mma-sparse-ordered mma-sparse-fp8 mma-sparse-fp8-f16
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
