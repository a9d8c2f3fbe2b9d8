// Round f32 to tf32, ties away.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rna.tf32.f32 %%r2, %%f2;");  // expect: cvt-tf32-rna
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
