// Convert FP8, FP6 or FP4 pairs to bf16x2.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.bf16x2.e4m3x2 %%r2, %%h1;");  // expect: cvt-bf16x2-fp8
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
