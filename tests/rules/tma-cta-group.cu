// TMA load that signals a pair of blocks.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [%%r0], [%%d1, {%%r10, %%r11}], [%%r1];");  // expect: cp-async-bulk-tensor tma-cta-group
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
