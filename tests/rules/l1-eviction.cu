// L1 eviction priority.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.nc.L1::no_allocate.v4.b32 {%%r4,%%r5,%%r6,%%r7}, [%%d0];");  // expect: l1-eviction
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
