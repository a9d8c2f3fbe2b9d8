// Dynamic stack allocation.
__global__ void kernel(int* p, int x) {
  asm volatile("{.reg .b64 a; alloca.u64 a, 16;}");  // expect: stack
  p[x] = 1;  // ok:
}
