// CUTLASS architecture tag of Turing, a minimum.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::arch::Sm75;  // expect: cutlass-tag-sm75
  p[x] = 1;  // ok:
}
