// Minimum and maximum of magnitudes with combined sign.
__global__ void kernel(int* p, int x) {
  asm volatile("max.xorsign.abs.f32 %%f2, %%f3, %%f4;");  // expect: min-max-xorsign
  asm volatile("max.f16x2 %%r2, %%r3, %%r4;");  // expect: half-min-max
  p[x] = 1;  // ok:
}
