// Relaxed bulk copy into a cluster's shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.relaxed.cta.shared::cluster.global.mbarrier::complete_tx::bytes.b128 [%%r0], [%%d0], %%r1, [%%r2];");  // expect: cp-async-bulk bulk-semantics bulk-relaxed-cluster
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
