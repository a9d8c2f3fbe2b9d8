// Arithmetic on f32 with an f16 or bf16 operand.
__global__ void kernel(int* p, int x) {
  asm volatile("add.rn.f32.bf16 %%f2, %%h1, %%f3;");  // expect: mixed-precision-arithmetic
  asm volatile("add.rn.bf16x2 %%r2, %%r3, %%r4;");  // expect: bf16-arithmetic
  p[x] = 1;  // ok:
}
