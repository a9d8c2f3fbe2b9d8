// Arrive at the barrier objects of several blocks.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.arrive.shared::cluster.multicast::cluster::32b.b64 _, [%%r0], %%r1;");  // expect: mbarrier-cluster mbarrier-multicast
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  p[x] = 1;  // ok:
}
