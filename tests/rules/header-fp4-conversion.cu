// Narrow types of the CUDA headers, in hardware where the target has the instruction.
__global__ void kernel(unsigned short* p, float x) {
  p[0] = __nv_cvt_float2_to_fp4x2(make_float2(x, x), __NV_E2M1, cudaRoundNearest);  // expect: header-fp4-conversion
  __nv_fp4x4_e2m1 packed(make_float4(x, x, x, x));  // expect: header-fp4-conversion
  p[1] = x;  // ok:
  p[2] = __float2half_rn(x);  // ok:
}
