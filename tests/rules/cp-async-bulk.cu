// Bulk asynchronous copy.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%%r0], [%%d0], 128, [%%r1];");  // expect: cp-async-bulk
  asm volatile("cp.async.bulk.commit_group;");  // expect: cp-async-bulk
  cuda::device::memcpy_async_tx(x);  // expect: cp-async-bulk
  memcpy_async_tx(x);  // expect: cp-async-bulk
  cuda::ptx::cp_async_bulk(x);  // expect: cp-async-bulk
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
