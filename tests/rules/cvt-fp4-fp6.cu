// Convert between FP4 or FP6 pairs and f32 or f16.
__global__ void kernel(int* p, int x) {
  asm volatile("{.reg .b8 b; cvt.rn.satfinite.e2m1x2.f32 b, %%f2, %%f3;}");  // expect: cvt-fp4-fp6
  asm volatile("cvt.rn.f16x2.e3m2x2 %%r2, %%h1;");  // expect: cvt-fp4-fp6
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
