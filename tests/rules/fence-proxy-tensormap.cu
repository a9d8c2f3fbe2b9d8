// Fence around a changed tensor map.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.proxy.tensormap::generic.release.gpu;");  // expect: fence-proxy-tensormap
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
