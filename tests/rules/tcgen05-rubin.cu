// Tensor memory features of the 10.7 family.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.shared::cluster.b64 [%%r1];");  // expect: tcgen05-memory tcgen05-rubin
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
