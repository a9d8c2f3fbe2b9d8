// Approximate ex2 and tanh on bf16.
__global__ void kernel(int* p, int x) {
  asm volatile("tanh.approx.bf16x2 %%r2, %%r3;");  // expect: bf16-ex2-tanh
  p[x] = 1;  // ok:
}
