// Packed integer arithmetic that only some families have.
__global__ void kernel(int* p, int x) {
  asm volatile("min.u8x4 %%r1, %%r2, %%r3;");  // expect: packed-integer-family
  p[x] = 1;  // ok:
}
