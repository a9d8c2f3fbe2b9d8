// L2 prefetch of 64 or 128 bytes.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.L2::128B.b32 %%r2, [%%d0];");  // expect: l2-prefetch-size
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
