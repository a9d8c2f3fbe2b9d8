// Barriers with the scope spelled out.
__global__ void kernel(int* p, int x) {
  asm volatile("bar.cta.sync 0;");  // expect: barrier-cta
  p[x] = 1;  // ok:
}
