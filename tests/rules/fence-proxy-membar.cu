// membar spelled for a proxy.
__global__ void kernel(int* p, int x) {
  asm volatile("membar.proxy.async;");  // expect: fence-proxy-membar
  p[x] = 1;  // ok:
}
