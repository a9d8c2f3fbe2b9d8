// Convert f32 to f16 or bf16 with saturation to finite values.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.satfinite.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32 cvt-satfinite-half
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
