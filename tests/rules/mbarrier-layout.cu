// Barrier objects of a given layout or phase type.
__global__ void kernel(int* p, int x) {
  asm volatile("mbarrier.init.layout::v1.shared.b64 [%%r1], 1;");  // expect: mbarrier mbarrier-layout
  asm volatile("mbarrier.init.shared.b64 [%%r1], 1;");  // expect: mbarrier
  p[x] = 1;  // ok:
}
