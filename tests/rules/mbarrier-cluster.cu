// Barrier objects in another block, or with cluster scope.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%%r1];");  // expect: mbarrier mbarrier-cluster
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  p[x] = 1;  // ok:
}
