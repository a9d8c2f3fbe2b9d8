// Barrier objects in shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  asm volatile("mbarrier.arrive.shared.b64 %%d5, [%%r1];");  // expect: mbarrier
  asm volatile("mbarrier.arrive.shared::cta.b64 %%d5, [%%r1], 2;");  // expect: mbarrier-count
  p[x] = 1;  // ok:
}
