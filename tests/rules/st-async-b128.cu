// Asynchronous store of 128 bits.
__global__ void kernel(int* p, int x) {
  asm volatile("st.async.mbarrier::complete_tx::bytes.b128 [%%d0], %%q0, [%%d1];");  // expect: st-async st-async-b128
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%%r0], {%%r2,%%r3,%%r4,%%r5}, [%%r1];");  // expect: st-async
  p[x] = 1;  // ok:
}
