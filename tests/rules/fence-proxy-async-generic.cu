// One-sided fence between ordinary and asynchronous accesses.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;");  // expect: fence-proxy-async-generic
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
