// CuTe types of tcgen05.
__global__ void kernel(int* p, int x) {
  using Name = cute::UMMA::Major;  // expect: cute-umma-tag
  p[x] = 1;  // ok:
}
