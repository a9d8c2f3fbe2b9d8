// CuTe types of wgmma.
__global__ void kernel(int* p, int x) {
  using Name = cute::GMMA::Major;  // expect: cute-gmma-tag
  p[x] = 1;  // ok:
}
