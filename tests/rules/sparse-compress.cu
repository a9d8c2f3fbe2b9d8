// Compress and expand 2:4 sparse registers.
__global__ void kernel(int* p, int x) {
  asm volatile("spdecompress.b16.b2.sp::1:2.x1 {%%r0}, {%%r1}, {%%r2};");  // expect: sparse-compress
  p[x] = 1;  // ok:
}
