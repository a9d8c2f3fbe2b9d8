// Convert f32 to f16 with the negative part cut off.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.relu.f16.f32 %%h1, %%f2;");  // expect: cvt-relu-f16
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
