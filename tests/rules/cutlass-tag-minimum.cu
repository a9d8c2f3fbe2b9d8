// CUTLASS architecture tags that are a minimum.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::arch::Sm80;  // expect: cutlass-tag-minimum
  using Name = cutlass::arch::Sm86;  // expect: cutlass-tag-minimum
  p[x] = 1;  // ok:
}
