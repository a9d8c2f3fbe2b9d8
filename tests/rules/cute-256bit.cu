// CuTe atoms of 256-bit loads and stores.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM100_LOAD_256bit_CACHE_NOALLOCATION;  // expect: cute-256bit
  using Name = cute::SM100_STORE_256bit_CACHE_NOALLOCATION;  // expect: cute-256bit
  p[x] = 1;  // ok:
}
