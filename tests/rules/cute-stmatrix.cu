// CuTe atoms of stmatrix.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM90_U32x4_STSM_N;  // expect: cute-stmatrix
  using Name = cute::SM90_U16x8_STSM_T;  // expect: cute-stmatrix
  p[x] = 1;  // ok:
}
