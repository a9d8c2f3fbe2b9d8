// CuTe atoms of Ampere, which later chips have as well.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM80_CP_ASYNC_CACHEGLOBAL;  // expect: cute-sm80
  using Name = cute::SM80_16x8x16_F32BF16BF16F32_TN;  // expect: cute-sm80
  using Name = cute::SM80_8x8x4_F64F64F64F64_TN;  // expect: cute-sm80
  using Name = cute::SM80_SPARSE_16x8x32_F32F16F16F32_TN;  // expect: cute-sm80
  p[x] = 1;  // ok:
}
