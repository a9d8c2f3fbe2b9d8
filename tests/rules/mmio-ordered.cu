// Ordered loads and stores of memory-mapped devices.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.mmio.acquire.sys.global.b32 %%r2, [%%d0];");  // expect: mmio-ordered
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
