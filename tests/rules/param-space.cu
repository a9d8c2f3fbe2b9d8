// Parameter space of a kernel or a function spelled out.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.param::entry.b32 %%r2, [p];");  // expect: param-space
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
