// TMA gather of four rows, TMA scatter.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [%%r0], [%%d1, {%%r10,%%r11,%%r12,%%r13,%%r14}], [%%r1];");  // expect: cp-async-bulk-tensor tma-gather-scatter
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
