// Convert f32 with stochastic rounding.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rs.f16x2.f32 %%r2, %%f2, %%f3, %%r4;");  // expect: cvt-f16x2-f32 cvt-stochastic
  asm volatile("cvt.rs.satfinite.e2m1x4.f32 %%h1, {%%f4,%%f5,%%f6,%%f7}, %%r4;");  // expect: cvt-stochastic
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
