// Multicast with the width of the mask spelled out.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::16b [%%r0], [%%d0], %%r1, [%%r2], %%h0;");  // expect: cp-async-bulk bulk-multicast-16b
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
