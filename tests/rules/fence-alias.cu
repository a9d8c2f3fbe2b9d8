// Fence for reads through an alias.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.alias.sync_restrict::read.release.sys;");  // expect: fence-alias
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
