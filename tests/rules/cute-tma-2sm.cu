// CuTe atoms of TMA for pairs of blocks, gather and scatter.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM100_TMA_2SM_LOAD;  // expect: cute-tma-2sm
  p[x] = 1;  // ok:
}
