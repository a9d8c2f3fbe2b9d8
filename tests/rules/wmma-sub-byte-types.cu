// nvcuda::wmma on 4-bit integers and single bits.
__global__ void kernel(int* p, int x) {
  experimental::precision::s4(x);  // expect: wmma-sub-byte-types
  experimental::precision::u4(x);  // expect: wmma-sub-byte-types
  experimental::precision::b1(x);  // expect: wmma-sub-byte-types
  bmma_sync(x);  // expect: wmma-sub-byte-types
  p[x] = 1;  // ok:
}
