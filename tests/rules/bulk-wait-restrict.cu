// Wait for bulk copies of some proxies only.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.wait_group.sync_restrict::proxy::async 0;");  // expect: cp-async-bulk bulk-wait-restrict
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
