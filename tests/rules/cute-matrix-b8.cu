// CuTe atoms of 8-bit matrix loads and stores.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM100_U8x8_LDSM_T;  // expect: cute-matrix-b8
  using Name = cute::SM100_SU4_DU8x16_x1_LDSM_N;  // expect: cute-matrix-b8
  using Name = cute::SM100_SU6_DU8x16_x4_LDSM_N;  // expect: cute-matrix-b8
  using Name = cute::SM100_U8x4_STSM_T;  // expect: cute-matrix-b8
  p[x] = 1;  // ok:
}
