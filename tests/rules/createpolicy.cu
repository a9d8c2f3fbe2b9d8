// Cache policies, discard and priorities of L2 lines.
__global__ void kernel(int* p, int x) {
  asm volatile("createpolicy.fractional.L2::evict_last.b64 %%d4, 1.0;");  // expect: createpolicy
  asm volatile("discard.global.L2 [%%d0], 128;");  // expect: createpolicy
  p[x] = 1;  // ok:
}
