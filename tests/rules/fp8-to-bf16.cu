// __nv_cvt_fp8x2_to_bf162raw.
__global__ void kernel(int* p, int x) {
  __nv_cvt_fp8_to_bf16raw(x);  // expect: fp8-to-bf16
  __nv_cvt_fp8x2_to_bf162raw(x);  // expect: fp8-to-bf16
  p[x] = 1;  // ok:
}
