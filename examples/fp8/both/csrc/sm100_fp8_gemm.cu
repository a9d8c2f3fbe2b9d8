// The same product with the fifth generation of tensor cores: the sums lie in tensor memory.
#include <cuda_fp8.h>

#include "fp8.h"

namespace {

constexpr int kTile = 128;

__device__ unsigned allocate(unsigned* slot) {
  unsigned where = static_cast<unsigned>(__cvta_generic_to_shared(slot));
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(where) : "memory");
  __syncthreads();
  return *slot;
}

__device__ void multiply(unsigned d, unsigned long long a, unsigned long long b, unsigned form) {
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      "setp.ne.b32 p, 1, 0;\n"
      "tcgen05.mma.cta_group::1.kind::f8f6f4 [%0], %1, %2, %3, p;\n"
      "}\n" ::"r"(d),
      "l"(a), "l"(b), "r"(form));
}

__global__ void sm100_fp8_gemm(const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b, float* d, int n, int k) {
  __shared__ alignas(128) __nv_fp8_e4m3 tile_a[kTile * 32];
  __shared__ alignas(128) __nv_fp8_e4m3 tile_b[8 * 32];
  __shared__ unsigned slot;
  const unsigned sums = allocate(&slot);
  for (int step = 0; step < k; step += 32) {
    for (int i = threadIdx.x; i < kTile * 32; i += blockDim.x) tile_a[i] = a[blockIdx.y * kTile * k + step + i];
    for (int i = threadIdx.x; i < 8 * 32; i += blockDim.x) tile_b[i] = b[blockIdx.x * 8 * k + step + i];
    __syncthreads();
    multiply(sums, reinterpret_cast<unsigned long long>(tile_a) >> 4, reinterpret_cast<unsigned long long>(tile_b) >> 4, n);
    __syncthreads();
  }
  d[blockIdx.y * kTile * n + blockIdx.x * 8 + threadIdx.x] = static_cast<float>(sums);
}

}  // namespace

void sm100_fp8_gemm_nt(const void* a, const void* b, float* d, int m, int n, int k) {
  auto* left = static_cast<const __nv_fp8_e4m3*>(a);
  auto* right = static_cast<const __nv_fp8_e4m3*>(b);
  sm100_fp8_gemm<<<dim3(n / 8, m / kTile), 128>>>(left, right, d, n, k);
}
