// Comparison of packed integers.
__global__ void kernel(int* p, int x) {
  asm volatile("set.gt.u8x4 %%r0, %%r1, %%r2;");  // expect: packed-integer-compare
  asm volatile("set.lt.bf16x2.bf16x2 %%r2, %%r3, %%r4;");  // expect: bf16-compare
  p[x] = 1;  // ok:
}
