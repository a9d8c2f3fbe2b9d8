// Loads through the read-only proxy.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.proxy::readonly.global.b32 %%r2, [%%d0];");  // expect: load-readonly-proxy
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
