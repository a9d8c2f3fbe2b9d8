// Cache policy operand.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.L2::cache_hint.b32 %%r2, [%%d0], %%d4;");  // expect: l2-cache-hint
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
