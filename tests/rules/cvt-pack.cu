// Saturate two integers into a packed register.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.pack.sat.u16.s32 %%r1, %%r2, %%r3;");  // expect: cvt-pack
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
