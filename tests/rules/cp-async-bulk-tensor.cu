// Bulk asynchronous tensor copy (TMA).
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%%r0], [%%d1, {%%r10, %%r11}], [%%r1];");  // expect: cp-async-bulk-tensor
  cuda::ptx::cp_async_bulk_tensor(x);  // expect: cp-async-bulk-tensor
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
