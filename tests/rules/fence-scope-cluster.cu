// Memory fence with cluster scope.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  asm volatile("fence.acquire.gpu;");  // expect: fence-acquire-release
  p[x] = 1;  // ok:
}
