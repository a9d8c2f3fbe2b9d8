// Memory access with cluster scope.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  asm volatile("ld.shared::cluster.b32 %%r2, [%%r0];");  // expect: distributed-shared-memory
  p[x] = 1;  // ok:
}
