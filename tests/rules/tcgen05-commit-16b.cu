// Commit to several blocks with the width of the mask spelled out.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster::16b.b64 [%%r0], %%h0;");  // expect: tcgen05-memory tcgen05-commit-16b
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
