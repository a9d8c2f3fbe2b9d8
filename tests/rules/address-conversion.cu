// Conversion and tests of addresses.
__global__ void kernel(int* p, int x) {
  asm volatile("cvta.to.global.u64 %%d1, %%d2;");  // expect: address-conversion
  __cvta_generic_to_shared(x);  // expect: address-conversion
  __cvta_generic_to_global(x);  // expect: address-conversion
  __isGlobal(x);  // expect: address-conversion
  __isShared(x);  // expect: address-conversion
  p[x] = 1;  // ok:
}
