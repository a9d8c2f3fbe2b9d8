// Integer minimum and maximum with the negative part cut off.
__global__ void kernel(int* p, int x) {
  asm volatile("max.relu.s16x2 %%r2, %%r3, %%r4;");  // expect: packed-16bit-integer integer-min-max-relu
  asm volatile("max.f16x2 %%r2, %%r3, %%r4;");  // expect: half-min-max
  p[x] = 1;  // ok:
}
