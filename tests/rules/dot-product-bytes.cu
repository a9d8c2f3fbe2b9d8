// Dot product of packed bytes.
__global__ void kernel(int* p, int x) {
  asm volatile("dp4a.s32.s32 %%r2, %%r3, %%r4, %%r5;");  // expect: dot-product-bytes
  __dp4a(x);  // expect: dot-product-bytes
  __dp2a_lo(x);  // expect: dot-product-bytes
  __dp2a_hi(x);  // expect: dot-product-bytes
  p[x] = 1;  // ok:
  x = my__dp4a(x, x, x);  // ok:
}
