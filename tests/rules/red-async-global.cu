// Asynchronous reduction in global memory.
__global__ void kernel(int* p, int x) {
  asm volatile("red.async.mmio.release.sys.global.add.u32 [%%d0], %%r2;");  // expect: red-async-global
  asm volatile("red.add.noftz.L2::cache_hint.f16 [%%d0], %%h0, %%d1;");  // expect: atomics-f16-cached l2-cache-hint
  p[x] = 1;  // ok:
}
