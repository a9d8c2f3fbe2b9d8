// Convert f16x2 to FP4 pairs.
__global__ void kernel(int* p, int x) {
  asm volatile("{.reg .b8 b; cvt.rn.satfinite.e2m1x2.f16x2 b, %%r2;}");  // expect: cvt-fp4-f16x2
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
