// Arithmetic on packed f32 with packed f16 or bf16 operands.
__global__ void kernel(int* p, int x) {
  asm volatile("add.f32x2.f16x2.f32x2 %%d0, %%r0, %%d1;");  // expect: f32x2-arithmetic mixed-precision-vector
  asm volatile("add.rn.bf16x2 %%r2, %%r3, %%r4;");  // expect: bf16-arithmetic
  p[x] = 1;  // ok:
}
