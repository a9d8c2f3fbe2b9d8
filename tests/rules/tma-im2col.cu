// TMA im2col copies.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%%r0], [%%d1, {%%r10,%%r11,%%r12,%%r13}], [%%r1], {%%h1,%%h2};");  // expect: cp-async-bulk-tensor tma-im2col
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
