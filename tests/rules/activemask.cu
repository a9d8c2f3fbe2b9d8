// Mask of the active threads.
__global__ void kernel(int* p, int x) {
  asm volatile("activemask.b32 %%r2;");  // expect: activemask
  __activemask(x);  // expect: activemask
  p[x] = 1;  // ok:
}
