// Fill shared memory with zeros.
__global__ void kernel(int* p, int x) {
  asm volatile("st.bulk.weak.shared::cta [%%r0], 128, 0;");  // expect: st-bulk
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%%r0], {%%r2,%%r3,%%r4,%%r5}, [%%r1];");  // expect: st-async
  p[x] = 1;  // ok:
}
