// Sparse warpgroup matrix multiply-accumulate.
__global__ void kernel(int* p, int x) {
  asm volatile("wgmma.fence.sync.aligned; wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%%f0,%%f1,%%f2,%%f3}, %%d2, %%d3, %%r9, 0, %%p1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned;");  // expect: wgmma wgmma-sparse
  asm volatile("wgmma.fence.sync.aligned;");  // expect: wgmma
  p[x] = 1;  // ok:
}
