// Bulk copies with an order spelled out.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.weak.global.shared::cta.bulk_group [%%d0], [%%r0], %%r1;");  // expect: cp-async-bulk bulk-semantics
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
