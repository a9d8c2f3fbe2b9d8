// Volatile access to local memory.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.volatile.local.b32 %%r2, [%%r0];");  // expect: volatile-local
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
