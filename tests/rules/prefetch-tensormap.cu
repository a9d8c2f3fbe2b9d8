// Prefetch of a tensor map.
__global__ void kernel(int* p, int x) {
  asm volatile("prefetch.tensormap [%%d0];");  // expect: prefetch-tensormap
  asm volatile("prefetch.global.L1::32B.valid_addr [%%d0];");  // expect: prefetch-checked
  p[x] = 1;  // ok:
}
