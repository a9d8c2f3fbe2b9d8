// D = A * B^T in FP8 with the warpgroup instructions of 9.0a; both operands lie in shared memory.
#include <cuda_fp8.h>

#include "fp8.h"

namespace {

constexpr int kTile = 64;

__device__ void arrive() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

__device__ void multiply(float (&d)[4], unsigned long long a, unsigned long long b) {
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      "setp.ne.b32 p, 1, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {%0, %1, %2, %3}, %4, %5, p, 1, 1;\n"
      "}\n"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(a), "l"(b));
}

__device__ void finish() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

__device__ unsigned long long descriptor(const void* tile) {
  return (static_cast<unsigned long long>(__cvta_generic_to_shared(tile)) & 0x3ffff) >> 4;
}

__global__ void sm90_fp8_gemm(const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b, float* d, int n, int k) {
  __shared__ alignas(128) __nv_fp8_e4m3 tile_a[kTile * 32];
  __shared__ alignas(128) __nv_fp8_e4m3 tile_b[8 * 32];
  float sum[4] = {};
  for (int step = 0; step < k; step += 32) {
    for (int i = threadIdx.x; i < kTile * 32; i += blockDim.x) tile_a[i] = a[blockIdx.y * kTile * k + step + i];
    for (int i = threadIdx.x; i < 8 * 32; i += blockDim.x) tile_b[i] = b[blockIdx.x * 8 * k + step + i];
    __syncthreads();
    arrive();
    multiply(sum, descriptor(tile_a), descriptor(tile_b));
    finish();
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) d[(blockIdx.y * kTile + threadIdx.x) * n + blockIdx.x * 8 + i] = sum[i];
}

}  // namespace

void sm90_fp8_gemm_nt(const void* a, const void* b, float* d, int m, int n, int k) {
  auto* left = static_cast<const __nv_fp8_e4m3*>(a);
  auto* right = static_cast<const __nv_fp8_e4m3*>(b);
  sm90_fp8_gemm<<<dim3(n / 8, m / kTile), 128>>>(left, right, d, n, k);
}
