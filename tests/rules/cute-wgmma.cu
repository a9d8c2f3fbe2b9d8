// CuTe atoms and helpers of wgmma.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM90_64x128x16_F32F16F16_SS;  // expect: cute-wgmma
  using Name = cute::GMMA::MMA_64x64x16_F32BF16BF16_RS;  // expect: cute-wgmma cute-gmma-tag
  using Name = cute::SM90::GMMA::MMA_64x8x8_F32TF32TF32_SS_TN;  // expect: cute-wgmma cute-gmma-tag
  GMMA::ss_op_selector(x);  // expect: cute-wgmma cute-gmma-tag
  GMMA::rs_op_selector(x);  // expect: cute-wgmma cute-gmma-tag
  GMMA::ss_op_selector_sparse(x);  // expect: cute-wgmma cute-gmma-tag
  GMMA::rs_op_selector_sparse(x);  // expect: cute-wgmma cute-gmma-tag
  warpgroup_arrive(x);  // expect: cute-wgmma
  warpgroup_wait(x);  // expect: cute-wgmma
  warpgroup_commit_batch(x);  // expect: cute-wgmma
  p[x] = 1;  // ok:
  using Other = MySM90_64x64;  // ok:
}
