// Convert bf16 to f32 with subnormals flushed.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rn.ftz.f32.bf16 %%f1, %%h2;");  // expect: cvt-bf16-f32 cvt-f32-bf16-ftz
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
