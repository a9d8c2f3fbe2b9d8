// Minimum and maximum of f32 that keep NaN.
__global__ void kernel(int* p, int x) {
  asm volatile("max.NaN.f32 %%f2, %%f3, %%f4;");  // expect: min-max-nan
  asm volatile("max.f16x2 %%r2, %%r3, %%r4;");  // expect: half-min-max
  p[x] = 1;  // ok:
}
