// CuTe atoms and allocators of tensor memory.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM100_TMEM_LOAD_32dp32b1x;  // expect: cute-tensor-memory
  using Name = cute::SM100_UTCCP_4x32dp128bit_1cta;  // expect: cute-tensor-memory
  using Name = cute::TMEM::Allocator1Sm;  // expect: cute-tensor-memory
  using Name = cute::TMEM::Allocator2Sm;  // expect: cute-tensor-memory
  umma_arrive(x);  // expect: cute-tensor-memory
  umma_arrive_multicast(x);  // expect: cute-tensor-memory
  umma_arrive_multicast_2x1SM(x);  // expect: cute-tensor-memory
  umma_arrive_2x1SM(x);  // expect: cute-tensor-memory
  using Name = cutlass::PipelineUmmaAsync;  // expect: cute-tensor-memory
  using Name = cutlass::PipelineTmaUmmaAsync;  // expect: cute-tensor-memory
  using Name = cutlass::PipelineUmmaConsumerAsync;  // expect: cute-tensor-memory
  p[x] = 1;  // ok:
}
