// Convert between FP8 pairs and f32 or f16.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.satfinite.e4m3x2.f32 %%h1, %%f2, %%f3;");  // expect: cvt-fp8
  asm volatile("cvt.rn.f16x2.e5m2x2 %%r2, %%h1;");  // expect: cvt-fp8
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
