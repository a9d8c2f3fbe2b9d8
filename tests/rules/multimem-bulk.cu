// Bulk copies to multimem addresses.
__global__ void kernel(int* p, int x) {
  asm volatile("multimem.cp.async.bulk.global.shared::cta.bulk_group [%%d0], [%%r0], 128;");  // expect: multimem-bulk
  p[x] = 1;  // ok:
}
