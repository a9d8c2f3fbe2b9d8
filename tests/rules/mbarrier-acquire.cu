// Test a barrier object with an order spelled out.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.test_wait.acquire.cta.shared::cta.b64 %%p1, [%%r1], %%d5;");  // expect: mbarrier mbarrier-acquire
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  p[x] = 1;  // ok:
}
