// Convert between ue5m3 pairs and other types.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.satfinite.ue5m3x2.f32 %%h1, %%f2, %%f3;");  // expect: cvt-ue5m3
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
