// Convert bf16x2 to FP8, FP6 or FP4 pairs.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.satfinite.e4m3x2.bf16x2 %%h1, %%r2;");  // expect: cvt-fp8-bf16x2
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
