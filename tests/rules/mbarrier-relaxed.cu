// Relaxed access to barrier objects.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 %%d5, [%%r1];");  // expect: mbarrier mbarrier-relaxed
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  p[x] = 1;  // ok:
}
