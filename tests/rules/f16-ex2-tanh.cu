// Approximate ex2 and tanh on f16, tanh on f32.
__global__ void kernel(int* p, int x) {
  asm volatile("ex2.approx.f16x2 %%r2, %%r3;");  // expect: f16-ex2-tanh
  asm volatile("tanh.approx.f32 %%f2, %%f3;");  // expect: f16-ex2-tanh
  asm volatile("tanh.approx.bf16x2 %%r2, %%r3;");  // expect: bf16-ex2-tanh
  p[x] = 1;  // ok:
}
