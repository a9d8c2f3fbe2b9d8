#include <cuda_runtime.h>

// Eight 4-bit weights of one word; the weights come in by an asynchronous copy (8.0 and later).
__global__ void dequant_w4(float* out, const unsigned* packed, int words) {
  __shared__ unsigned staged[256];
  int word = blockIdx.x * blockDim.x + threadIdx.x;
  if (word >= words) return;
  unsigned slot = static_cast<unsigned>(__cvta_generic_to_shared(&staged[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(slot), "l"(packed + word));
  asm volatile("cp.async.wait_all;" ::: "memory");
  for (int nibble = 0; nibble < 8; ++nibble) {
    out[word * 8 + nibble] = static_cast<float>((staged[threadIdx.x] >> (4 * nibble)) & 15u) - 8.f;
  }
}
