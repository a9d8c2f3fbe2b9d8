// Scalar integer arithmetic.
__global__ void kernel(int* p, int x) {
  asm volatile("mad.lo.s32 %%r1, %%r2, %%r3, %%r4;");  // expect: integer-arithmetic
  p[x] = 1;  // ok:
}
