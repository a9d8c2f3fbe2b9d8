// Cancel a launch and tell every block of the cluster.
__global__ void kernel(int* p, int x) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [%%r0], [%%r1];");  // expect: clusterlaunchcontrol clusterlaunchcontrol-multicast
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%%r0], [%%r1];");  // expect: clusterlaunchcontrol
  p[x] = 1;  // ok:
}
