// Convert with a positive zero.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.pzo.bf16.f32 %%h0, %%f0;");  // expect: cvt-bf16-f32 cvt-pzo
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
