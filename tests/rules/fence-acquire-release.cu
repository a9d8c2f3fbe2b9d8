// One-sided memory fence.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.acquire.gpu;");  // expect: fence-acquire-release
  asm volatile("fence.acq_rel.cluster;");  // expect: fence-scope-cluster
  p[x] = 1;  // ok:
}
