// Negation and absolute value of bf16.
__global__ void kernel(int* p, int x) {
  asm volatile("abs.bf16x2 %%r2, %%r3;");  // expect: bf16-negate
  p[x] = 1;  // ok:
}
