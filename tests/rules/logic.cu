// Bitwise logic, shifts and permutes.
__global__ void kernel(int* p, int x) {
  asm volatile("lop3.b32 %%r2, %%r3, %%r4, %%r5, 0xea;");  // expect: logic
  p[x] = 1;  // ok:
}
