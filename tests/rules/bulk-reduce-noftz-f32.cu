// Bulk reduction of f32 that keeps subnormals.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f32 [%%d0], [%%r0], 128;");  // expect: cp-reduce-async-bulk bulk-reduce-noftz-f32
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
