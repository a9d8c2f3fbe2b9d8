// CuTe atoms of TMA.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM90_TMA_LOAD_2D;  // expect: cute-tma
  using Name = cute::SM90_BULK_COPY_G2S;  // expect: cute-tma
  p[x] = 1;  // ok:
  using Other = SM90TMA_LOAD;  // ok:
}
