// Asynchronous reduction in another block's shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%%r0], %%r2, [%%r1];");  // expect: red-async
  asm volatile("red.add.noftz.L2::cache_hint.f16 [%%d0], %%h0, %%d1;");  // expect: atomics-f16-cached l2-cache-hint
  p[x] = 1;  // ok:
}
