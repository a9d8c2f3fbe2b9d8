// Scale a pair by one factor while converting.
__global__ void kernel(int* p, int x) {
  asm volatile("{.reg .b8 b; cvt.u8.u16 b, %%h1; cvt.rn.scaled::n1::ue8m0.ue5m3x2.f16x2 %%h0, %%r0, b;}");  // expect: cvt-ue5m3 cvt-scaled-n1
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
