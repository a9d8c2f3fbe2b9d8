// Warpgroup matrix multiply-accumulate on s8 with u8.
__global__ void kernel(int* p, int x) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8 {%%r0,%%r1,%%r2,%%r3}, %%d2, %%d3, %%p1;");  // expect: wgmma wgmma-mixed-integers
  asm volatile("wgmma.fence.sync.aligned;");  // expect: wgmma
  p[x] = 1;  // ok:
}
