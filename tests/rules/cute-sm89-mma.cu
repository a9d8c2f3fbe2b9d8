// CuTe atoms of FP8 warp MMA.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM89_16x8x32_F32E4M3E4M3F32_TN;  // expect: cute-sm89-mma
  p[x] = 1;  // ok:
}
