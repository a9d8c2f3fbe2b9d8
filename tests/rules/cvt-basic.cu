// Convert between integers, f16, f32 and f64.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.f32.s32 %%f1, %%r2;");  // expect: cvt-basic
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
