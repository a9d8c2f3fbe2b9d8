// CUTLASS architecture tag of Blackwell Ultra.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::arch::Sm103;  // expect: cutlass-tag-sm103
  p[x] = 1;  // ok:
}
