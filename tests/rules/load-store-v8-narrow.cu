// Vectors of eight narrow elements.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.v8.b16 {%%h20,%%h21,%%h22,%%h23,%%h24,%%h25,%%h26,%%h27}, [%%d0];");  // expect: load-store-v8-narrow
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
