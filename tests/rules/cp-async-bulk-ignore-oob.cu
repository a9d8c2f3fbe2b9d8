// Bulk copy that ignores bytes at its ends.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob [%%r0], [%%d0], 128, 0, 4, [%%r1];");  // expect: cp-async-bulk cp-async-bulk-shared-cta cp-async-bulk-ignore-oob
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
