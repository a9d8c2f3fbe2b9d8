// CuTe atoms of tcgen05.mma.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM100_MMA_F16BF16_SS;  // expect: cute-umma
  using Name = cute::SM100_MMA_TF32_2x1SM_SS;  // expect: cute-umma
  using Name = cute::SM100_MMA_F8F6F4_TS;  // expect: cute-umma
  using Name = cute::SM100_MMA_MXF8F6F4_SS;  // expect: cute-umma
  using Name = cute::SM100_MMA_MXF4_SS;  // expect: cute-umma
  using Name = cute::SM100_MMA_MXF4NVF4_SS_SPARSE;  // expect: cute-umma
  p[x] = 1;  // ok:
}
