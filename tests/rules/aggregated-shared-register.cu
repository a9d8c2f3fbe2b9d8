// Special register of all shared memory of a block.
__global__ void kernel(int* p, int x) {
  asm volatile("mov.u32 %%r2, %%aggr_smem_size;");  // expect: aggregated-shared-register
  asm volatile("mov.u32 %%r2, %%cluster_ctarank;");  // expect: cluster-register
  p[x] = 1;  // ok:
}
