// Bulk copy of some bytes only.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%%d0], [%%r0], 128, %%h1;");  // expect: cp-async-bulk cp-async-bulk-mask
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
