// CUTLASS architecture tag of Hopper.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::arch::Sm90;  // expect: cutlass-tag-sm90
  p[x] = 1;  // ok:
}
