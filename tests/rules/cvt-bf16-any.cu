// Convert bf16 to or from another type than f32.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.bf16.s32 %%h1, %%r2;");  // expect: cvt-bf16-any
  asm volatile("cvt.f16.bf16 %%h1, %%h2;");  // expect: cvt-bf16-any
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
