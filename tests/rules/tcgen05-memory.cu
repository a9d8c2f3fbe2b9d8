// Tensor memory management, loads, stores and copies.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%%r3}, [%%r2];");  // expect: tcgen05-memory
  asm volatile("tcgen05.wait::ld.sync.aligned;");  // expect: tcgen05-memory
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%%r1];");  // expect: tcgen05-memory
  asm volatile("tcgen05.shift.cta_group::1.down [%%r2];");  // expect: tcgen05-shift
  cuda::ptx::tcgen05_alloc(x);  // expect: tcgen05-memory
  cuda::ptx::tcgen05_ld_32x32b(x);  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
