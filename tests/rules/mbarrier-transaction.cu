// Barrier objects that count bytes.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 %%d5, [%%r1], 128;");  // expect: mbarrier-transaction
  cuda::device::barrier_arrive_tx(x);  // expect: mbarrier-transaction
  cuda::device::barrier_expect_tx(x);  // expect: mbarrier-transaction
  cuda::ptx::mbarrier_arrive_expect_tx(x);  // expect: mbarrier-transaction
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  p[x] = 1;  // ok:
}
