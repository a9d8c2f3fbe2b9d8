// CuTe atoms of Turing, which later chips have as well.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM75_U32x4_LDSM_N;  // expect: cute-sm75
  using Name = cute::SM75_U16x8_LDSM_T;  // expect: cute-sm75
  using Name = cute::SM75_16x8x8_F32F16F16F32_TN;  // expect: cute-sm75
  using Name = cute::SM75_8x8x16_S32S8S8S32_TN;  // expect: cute-sm75
  using Name = cute::SM75_U32x1_MOVM_T;  // expect: cute-sm75
  p[x] = 1;  // ok:
}
