// Scale narrow pairs while converting.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2 %%r2, %%h1, %%h2;");  // expect: cvt-bf16x2-fp8 cvt-scaled
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
