// f16 multiply-add with the negative part cut off.
__global__ void kernel(int* p, int x) {
  asm volatile("fma.rn.relu.f16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: f16-fma-relu
  asm volatile("fma.rn.oob.f16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: half-fma-oob
  p[x] = 1;  // ok:
}
