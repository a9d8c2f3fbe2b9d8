// Subtraction and negation of two 16-bit integers in a register.
__global__ void kernel(int* p, int x) {
  asm volatile("sub.u16x2 %%r1, %%r2, %%r3;");  // expect: packed-16bit-subtract
  p[x] = 1;  // ok:
}
