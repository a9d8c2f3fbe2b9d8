// Round f32 to tf32, ties away, with saturation.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rna.satfinite.tf32.f32 %%r2, %%f2;");  // expect: cvt-tf32-rna cvt-tf32-rna-satfinite
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
