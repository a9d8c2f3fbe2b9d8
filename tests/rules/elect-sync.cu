// Elect one thread of a warp.
__global__ void kernel(int* p, int x) {
  asm volatile("elect.sync %%r1|%%p1, 0xffffffff;");  // expect: elect-sync
  p[x] = 1;  // ok:
}
