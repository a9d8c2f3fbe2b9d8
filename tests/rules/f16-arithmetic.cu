// Arithmetic on f16.
__global__ void kernel(int* p, int x) {
  asm volatile("fma.rn.f16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: f16-arithmetic
  asm volatile("add.f16 %%h1, %%h2, %%h3;");  // expect: f16-arithmetic
  asm volatile("fma.rn.bf16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: bf16-fma
  p[x] = 1;  // ok:
}
