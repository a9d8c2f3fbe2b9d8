// Shared memory spelled shared::cta.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.shared::cta.b32 %%r2, [%%r0];");  // expect: shared-cta
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
