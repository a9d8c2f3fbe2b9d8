// Narrow types of the CUDA headers, in hardware where the target has the instruction.
__global__ void kernel(unsigned short* p, float x) {
  p[0] = __nv_cvt_float2_to_fp8x2(make_float2(x, x), __NV_SATFINITE, __NV_E4M3);  // expect: header-fp8-conversion
  p[1] = x;  // ok:
  p[2] = __float2half_rn(x);  // ok:
}
