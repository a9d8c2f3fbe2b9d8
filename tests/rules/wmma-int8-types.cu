// nvcuda::wmma on 8-bit integers.
__global__ void kernel(int* p, int x) {
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, char, nvcuda::wmma::row_major> a;  // expect: wmma-int8-types
  p[x] = 1;  // ok:
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> b;  // ok:
}
