// L2 prefetch of 256 bytes.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.b32 {%%r4,%%r5,%%r6,%%r7}, [%%d0];");  // expect: l2-prefetch-256
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
