// Asynchronous store to another block's shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%%r0], {%%r2,%%r3,%%r4,%%r5}, [%%r1];");  // expect: st-async
  asm volatile("st.async.release.gpu.global.b32 [%%d0], %%r2;");  // expect: st-async-global
  p[x] = 1;  // ok:
}
