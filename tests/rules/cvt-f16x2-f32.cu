// Pack two f32 into f16x2 or bf16x2.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  asm volatile("cvt.rn.bf16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  asm volatile("cvt.rn.bf16.f32 %%h1, %%f2;");  // expect: cvt-bf16-f32
  p[x] = 1;  // ok:
}
