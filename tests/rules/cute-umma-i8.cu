// CuTe atoms of integer tcgen05.mma.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM100_MMA_S8_SS;  // expect: cute-umma-i8
  p[x] = 1;  // ok:
}
