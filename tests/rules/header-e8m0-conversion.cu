// Narrow types of the CUDA headers, in hardware where the target has the instruction.
__global__ void kernel(unsigned short* p, float x) {
  p[0] = __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundZero);  // expect: header-e8m0-conversion
  p[1] = x;  // ok:
  p[2] = __float2half_rn(x);  // ok:
}
