#include <cuda_runtime.h>

// Block scales of 16 values.
__global__ void scale_fp4(float* scales, const float* in, int blocks) {
  int block = blockIdx.x * blockDim.x + threadIdx.x;
  if (block >= blocks) return;
  float largest = 0.f;
  for (int i = 0; i < 16; ++i) largest = fmaxf(largest, fabsf(in[block * 16 + i]));
  scales[block] = largest / 6.f;
}
