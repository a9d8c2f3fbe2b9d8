// Saturate two integers into 4 or 2 bits each.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.pack.sat.s4.s32.b32 %%r1, %%r2, %%r3, %%r4;");  // expect: cvt-pack-narrow
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
