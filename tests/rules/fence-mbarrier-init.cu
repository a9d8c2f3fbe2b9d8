// Fence behind the initialisation of barriers.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.mbarrier_init.release.cluster;");  // expect: fence-scope-cluster fence-mbarrier-init
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
