// membar between virtual aliases.
__global__ void kernel(int* p, int x) {
  asm volatile("membar.proxy.alias;");  // expect: membar-proxy-alias
  asm volatile("membar.proxy.async;");  // expect: fence-proxy-membar
  p[x] = 1;  // ok:
}
