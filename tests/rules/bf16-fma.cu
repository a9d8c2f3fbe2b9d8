// Fused multiply-add on bf16.
__global__ void kernel(int* p, int x) {
  asm volatile("fma.rn.bf16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: bf16-fma
  asm volatile("fma.rn.relu.f16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: f16-fma-relu
  p[x] = 1;  // ok:
}
