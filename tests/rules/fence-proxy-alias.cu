// Fence between virtual aliases.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.proxy.alias;");  // expect: fence-proxy-alias
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
