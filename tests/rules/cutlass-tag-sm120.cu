// CUTLASS architecture tag of desktop Blackwell.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::arch::Sm120;  // expect: cutlass-tag-sm120
  p[x] = 1;  // ok:
}
