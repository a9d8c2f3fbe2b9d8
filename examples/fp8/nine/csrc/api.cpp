// The op that Python calls, and the choice of a kernel by the device.
#include <ATen/cuda/CUDAContext.h>
#include <torch/library.h>

#include "fp8.h"

static void fp8_gemm_nt(const at::Tensor& a, const at::Tensor& b, at::Tensor& d) {
  const int major = at::cuda::getCurrentDeviceProperties()->major;
  const int m = a.size(0), n = b.size(0), k = a.size(1);
  if (major == 9) {
    sm90_fp8_gemm_nt(a.data_ptr(), b.data_ptr(), d.data_ptr<float>(), m, n, k);
  } else {
    TORCH_CHECK(false, "fp8_gemm_nt: unsupported architecture");
  }
}

TORCH_LIBRARY(fp8, m) {
  m.def("fp8_gemm_nt(Tensor a, Tensor b, Tensor(d!) d) -> ()");
  m.impl("fp8_gemm_nt", torch::kCUDA, &fp8_gemm_nt);
}
