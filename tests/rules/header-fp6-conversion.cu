// Narrow types of the CUDA headers, in hardware where the target has the instruction.
__global__ void kernel(unsigned short* p, float x) {
  p[0] = __nv_cvt_float2_to_fp6x2(make_float2(x, x), __NV_E3M2, cudaRoundNearest);  // expect: header-fp6-conversion
  p[1] = x;  // ok:
  p[2] = __float2half_rn(x);  // ok:
}
