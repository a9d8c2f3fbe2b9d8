// Video instructions.
__global__ void kernel(int* p, int x) {
  asm volatile("vadd.s32.s32.s32 %%r1, %%r2, %%r3;");  // expect: video
  p[x] = 1;  // ok:
}
