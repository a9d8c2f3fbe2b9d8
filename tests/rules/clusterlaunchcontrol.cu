// Cancel the launch of a cluster and take its work.
__global__ void kernel(int* p, int x) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%%r0], [%%r1];");  // expect: clusterlaunchcontrol
  p[x] = 1;  // ok:
}
