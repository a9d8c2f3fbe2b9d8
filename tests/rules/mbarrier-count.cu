// Arrive at a barrier object with a count.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.arrive.shared::cta.b64 %%d5, [%%r1], 2;");  // expect: mbarrier-count
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  p[x] = 1;  // ok:
}
