// Addresses in another block's shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("mapa.shared::cluster.u32 %%r2, %%r0, %%r3;");  // expect: cluster-address
  map_shared_rank(x);  // expect: cluster-address
  __cluster_map_shared_rank(x);  // expect: cluster-address
  __cluster_query_shared_rank(x);  // expect: cluster-address
  p[x] = 1;  // ok:
}
