// CUTLASS barriers and pipelines that count bytes.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::ClusterTransactionBarrier;  // expect: cutlass-cluster-barrier
  using Name = cutlass::ClusterBarrier;  // expect: cutlass-cluster-barrier
  using Name = cutlass::PipelineTmaAsync;  // expect: cutlass-cluster-barrier
  using Name = cutlass::PipelineTransactionAsync;  // expect: cutlass-cluster-barrier
  using Name = cutlass::TmaStoreFence;  // expect: cutlass-cluster-barrier
  p[x] = 1;  // ok:
}
