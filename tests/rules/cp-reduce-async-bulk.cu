// Bulk asynchronous reduction.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%%d0], [%%r0], 128;");  // expect: cp-reduce-async-bulk
  cuda::ptx::cp_reduce_async_bulk(x);  // expect: cp-reduce-async-bulk
  cuda::ptx::cp_reduce_async_bulk_tensor(x);  // expect: cp-reduce-async-bulk
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
