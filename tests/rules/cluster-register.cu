// Special registers of a cluster.
__global__ void kernel(int* p, int x) {
  asm volatile("mov.u32 %%r2, %%cluster_ctarank;");  // expect: cluster-register
  this_cluster(x);  // expect: cluster-register
  __clusterRelativeBlockRank(x);  // expect: cluster-register
  __clusterRelativeBlockIdx(x);  // expect: cluster-register
  __clusterSizeInBlocks(x);  // expect: cluster-register
  x = __clusterDim().x;  // expect: cluster-register
  __clusterDimIsSpecified(x);  // expect: cluster-register
  x = __clusterIdx().x;  // expect: cluster-register
  __clusterGridDimInClusters(x);  // expect: cluster-register
  asm volatile("mov.u32 %%r2, %%aggr_smem_size;");  // expect: aggregated-shared-register
  p[x] = 1;  // ok:
}
