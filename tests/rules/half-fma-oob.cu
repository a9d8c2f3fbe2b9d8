// f16 or bf16 multiply-add that passes out-of-bounds marks.
__global__ void kernel(int* p, int x) {
  asm volatile("fma.rn.oob.f16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: half-fma-oob
  asm volatile("fma.rn.relu.f16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: f16-fma-relu
  p[x] = 1;  // ok:
}
