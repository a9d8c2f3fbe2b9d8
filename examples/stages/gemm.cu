// C = A * B in BF16: tiles of A and B pass through a ring of stages in shared memory.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <algorithm>

namespace {

constexpr int kTileM = 128;
constexpr int kTileN = 256;
constexpr int kTileK = 64;
constexpr int kStages = 4;

// 128x64 of A and 256x64 of B.
struct Stage {
  __nv_bfloat16 a[kTileM][kTileK];
  __nv_bfloat16 b[kTileN][kTileK];
};

template <int kStages>
__global__ void tiled_gemm(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int n, int k) {
  extern __shared__ __align__(128) unsigned char raw[];
  Stage* ring = reinterpret_cast<Stage*>(raw);
  const int row = blockIdx.y * kTileM + threadIdx.x;
  float sum = 0.f;
  for (int tile = 0; tile < k / kTileK; ++tile) {
    Stage& stage = ring[tile % kStages];
    for (int i = 0; i < kTileK; ++i) {
      stage.a[threadIdx.x][i] = a[row * k + tile * kTileK + i];
      stage.b[threadIdx.x][i] = b[(blockIdx.x * kTileN + threadIdx.x) * k + tile * kTileK + i];
    }
    __syncthreads();
    for (int i = 0; i < kTileK; ++i) {
      sum += __bfloat162float(stage.a[threadIdx.x][i]) * __bfloat162float(stage.b[0][i]);
    }
    __syncthreads();
  }
  c[row * n + blockIdx.x * kTileN] = sum;
}

}  // namespace

cudaError_t gemm(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int m, int n, int k, cudaStream_t stream) {
  constexpr size_t bytes = kStages * sizeof(Stage);
  auto kernel = tiled_gemm<kStages>;
  cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (error != cudaSuccess) return error;
  kernel<<<dim3(n / kTileN, m / kTileM), kTileM, bytes, stream>>>(a, b, c, n, k);
  return cudaGetLastError();
}
