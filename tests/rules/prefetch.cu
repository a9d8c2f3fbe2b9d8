// Prefetch into L1 or L2.
__global__ void kernel(int* p, int x) {
  asm volatile("prefetch.global.L2 [%%d0];");  // expect: prefetch
  p[x] = 1;  // ok:
}
