// Convert to narrow pairs, rounding towards zero.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rz.satfinite.e4m3x2.f32 %%h1, %%f2, %%f3;");  // expect: cvt-fp8 cvt-narrow-rz
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
