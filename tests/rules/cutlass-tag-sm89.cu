// CUTLASS architecture tag of Ada, a minimum.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::arch::Sm89;  // expect: cutlass-tag-sm89
  p[x] = 1;  // ok:
}
