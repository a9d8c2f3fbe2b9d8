// One-sided fence for some memory only.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.acquire.sync_restrict::shared::cluster.cluster;");  // expect: fence-sync-restrict
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
