// Convert between s2f6 pairs and f32 or bf16.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.satfinite.s2f6x2.f32 %%h1, %%f2, %%f3;");  // expect: cvt-s2f6
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
