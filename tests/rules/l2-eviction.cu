// L2 eviction priority.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.L2::evict_last.v8.f32 {%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7}, [%%d0];");  // expect: load-store-256bit l2-eviction
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
