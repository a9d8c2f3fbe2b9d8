// Warpgroup matrix multiply-accumulate.
__global__ void kernel(int* p, int x) {
  asm volatile("wgmma.fence.sync.aligned;");  // expect: wgmma
  asm volatile("wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%%f0,%%f1,%%f2,%%f3}, %%d2, %%d3, %%p1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;");  // expect: wgmma
  p[x] = 1;  // ok:
  asm volatile("// wgmma.fence.sync.aligned;\n mov.u32 %0, %1;" : "=r"(x) : "r"(x));  // ok:
  int wgmma = x;  // ok:
}
