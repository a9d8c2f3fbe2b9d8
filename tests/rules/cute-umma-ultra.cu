// CuTe atoms of FP4 tcgen05.mma with K of 96.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM103_MXF4_ULTRA_SS_VS;  // expect: cute-umma-ultra
  p[x] = 1;  // ok:
}
