// Moves between registers.
__global__ void kernel(int* p, int x) {
  asm volatile("mov.u32 %%r1, %%tid.x;");  // expect: move
  p[x] = 1;  // ok:
}
