// Minimum and maximum of three f32.
__global__ void kernel(int* p, int x) {
  asm volatile("max.f32 %%f2, %%f3, %%f4, %%f5;");  // expect: min-max-three
  asm volatile("max.f16x2 %%r2, %%r3, %%r4;");  // expect: half-min-max
  p[x] = 1;  // ok:
}
