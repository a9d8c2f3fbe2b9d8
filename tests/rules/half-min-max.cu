// Minimum and maximum of f16 or bf16.
__global__ void kernel(int* p, int x) {
  asm volatile("max.f16x2 %%r2, %%r3, %%r4;");  // expect: half-min-max
  asm volatile("min.NaN.bf16x2 %%r2, %%r3, %%r4;");  // expect: half-min-max
  asm volatile("max.NaN.f32 %%f2, %%f3, %%f4;");  // expect: min-max-nan
  p[x] = 1;  // ok:
}
