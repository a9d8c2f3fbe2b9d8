// Asynchronous addition of s64 in another block's shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s64 [%%r0], %%d2, [%%r1];");  // expect: red-async-s64
  asm volatile("red.add.noftz.L2::cache_hint.f16 [%%d0], %%h0, %%d1;");  // expect: atomics-f16-cached l2-cache-hint
  p[x] = 1;  // ok:
}
