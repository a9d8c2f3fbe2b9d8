// Wait at a barrier object.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.try_wait.shared::cta.b64 %%p1, [%%r1], %%d5;");  // expect: mbarrier-try-wait
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  cuda::ptx::mbarrier_try_wait_parity(p, x);  // expect: mbarrier-try-wait
  p[x] = 1;  // ok:
}
