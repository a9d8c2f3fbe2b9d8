// Negation and absolute value of f16.
__global__ void kernel(int* p, int x) {
  asm volatile("neg.f16x2 %%r2, %%r3;");  // expect: f16-negate
  p[x] = 1;  // ok:
}
