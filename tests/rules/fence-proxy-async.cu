// Fence between ordinary and asynchronous accesses.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.proxy.async.shared::cta;");  // expect: fence-proxy-async
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
