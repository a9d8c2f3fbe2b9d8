// CuTe atoms of FP8, FP6 and FP4 warp MMA.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM120_16x8x32_TN;  // expect: cute-sm120-mma
  using Name = cute::SM120::BLOCKSCALED::SM120_16x8x64_TN_VS;  // expect: cute-sm120-mma
  using Name = cute::SM120_SPARSE_16x8x64_TN;  // expect: cute-sm120-mma
  using Name = cute::SM120::SPARSE::SM120_SPARSE_16x8x64_TN_VS;  // expect: cute-sm120-mma
  p[x] = 1;  // ok:
}
