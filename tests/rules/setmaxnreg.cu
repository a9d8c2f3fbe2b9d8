// Move registers between warps.
__global__ void kernel(int* p, int x) {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");  // expect: setmaxnreg
  p[x] = 1;  // ok:
  asm volatile("mov.u32 %0, 240;" : "=r"(x));  // ok:
}
