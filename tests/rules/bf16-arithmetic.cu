// Addition, subtraction and multiplication of bf16.
__global__ void kernel(int* p, int x) {
  asm volatile("add.rn.bf16x2 %%r2, %%r3, %%r4;");  // expect: bf16-arithmetic
  asm volatile("mul.rn.bf16 %%h2, %%h3, %%h4;");  // expect: bf16-arithmetic
  asm volatile("add.rn.f32.bf16 %%f2, %%h1, %%f3;");  // expect: mixed-precision-arithmetic
  p[x] = 1;  // ok:
}
