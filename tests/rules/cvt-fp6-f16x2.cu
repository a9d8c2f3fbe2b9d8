// Convert f16x2 to FP6 pairs.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.satfinite.e2m3x2.f16x2 %%h1, %%r2;");  // expect: cvt-fp6-f16x2
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
