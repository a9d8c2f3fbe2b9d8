// Carry-less multiply-add.
__global__ void kernel(int* p, int x) {
  asm volatile("clmad.lo.u64 %%d1, %%d2, %%d3, %%d4;");  // expect: carryless-multiply
  p[x] = 1;  // ok:
}
