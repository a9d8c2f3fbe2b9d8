// Sign or zero extension and bit masks.
__global__ void kernel(int* p, int x) {
  asm volatile("szext.wrap.u32 %%r2, %%r3, %%r4;");  // expect: sign-extend-mask
  p[x] = 1;  // ok:
}
