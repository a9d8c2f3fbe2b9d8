// Round f32 to tf32, to even or towards zero.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.tf32.f32 %%r2, %%f2;");  // expect: cvt-tf32-rn
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
