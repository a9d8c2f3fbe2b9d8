// CuTe helpers that change a tensor map on the device.
__global__ void kernel(int* p, int x) {
  tma_descriptor_replace_addr_in_global_mem(x);  // expect: cute-tma-modify
  tma_descriptor_replace_addr_in_shared_mem(x);  // expect: cute-tma-modify
  tma_descriptor_replace_dims_strides_in_shared_mem(x);  // expect: cute-tma-modify
  tma_descriptor_cp_fence_release(x);  // expect: cute-tma-modify
  tma_descriptor_fence_acquire(x);  // expect: cute-tma-modify
  p[x] = 1;  // ok:
}
