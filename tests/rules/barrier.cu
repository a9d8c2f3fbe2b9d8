// Barriers of a block that need not be aligned.
__global__ void kernel(int* p, int x) {
  asm volatile("barrier.sync 0;");  // expect: barrier
  p[x] = 1;  // ok:
}
