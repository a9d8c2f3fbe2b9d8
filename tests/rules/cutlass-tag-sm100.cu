// CUTLASS architecture tag of data center Blackwell.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::arch::Sm100;  // expect: cutlass-tag-sm100
  using Name = cutlass::arch::Sm101;  // expect: cutlass-tag-sm100
  p[x] = 1;  // ok:
}
