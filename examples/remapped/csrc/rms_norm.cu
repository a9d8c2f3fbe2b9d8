#include <cuda_runtime.h>

// Plain CUDA: one row per block.
__global__ void rms_norm(float* out, const float* in, int columns, float epsilon) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0.f;
  __syncthreads();
  float sum = 0.f;
  for (int column = threadIdx.x; column < columns; column += blockDim.x) {
    float value = in[blockIdx.x * columns + column];
    sum += value * value;
  }
  atomicAdd(&total, sum);
  __syncthreads();
  float scale = rsqrtf(total / columns + epsilon);
  for (int column = threadIdx.x; column < columns; column += blockDim.x) {
    out[blockIdx.x * columns + column] = in[blockIdx.x * columns + column] * scale;
  }
}
