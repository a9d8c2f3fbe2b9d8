// Arithmetic on two 16-bit integers in a register.
__global__ void kernel(int* p, int x) {
  asm volatile("add.u16x2 %%r2, %%r3, %%r4;");  // expect: packed-16bit-integer
  asm volatile("add.rn.bf16x2 %%r2, %%r3, %%r4;");  // expect: bf16-arithmetic
  p[x] = 1;  // ok:
}
