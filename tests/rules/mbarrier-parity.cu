// Test a barrier object's phase by parity.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.test_wait.parity.shared.b64 %%p1, [%%r1], %%r2;");  // expect: mbarrier mbarrier-parity
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  p[x] = 1;  // ok:
}
