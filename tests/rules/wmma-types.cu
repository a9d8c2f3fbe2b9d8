// nvcuda::wmma on bf16, tf32, f64 or single bits with and.
__global__ void kernel(int* p, int x) {
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __nv_bfloat16, nvcuda::wmma::row_major> a;  // expect: wmma-types
  using Half = nvcuda::wmma::precision::tf32;  // expect: wmma-types
  nvcuda::wmma::bmma_sync(d, a, b, c, nvcuda::wmma::bmmaBitOpAND);  // expect: wmma-types wmma-sub-byte-types
  wmma::__float_to_tf32(x);  // expect: wmma-types
  p[x] = 1;  // ok:
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> b;  // ok:
}
