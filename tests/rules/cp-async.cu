// Asynchronous copy from global to shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  asm volatile("cp.async.commit_group; cp.async.wait_group 0;");  // expect: cp-async
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%%r0], [%%d0], 128, [%%r1];");  // expect: cp-async-bulk
  p[x] = 1;  // ok:
  asm volatile("{\n  .reg .pred p;\n  setp.ne.b32 p, %0, 0;\n  @p cp.async.cg.shared.global [%1], [%2], 16;\n}\n");  // expect: cp-async
}
