// Fence around transfers over the fabric.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.proxy.fabric::generic.alias.acquire.sys;");  // expect: fence-proxy-fabric
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
