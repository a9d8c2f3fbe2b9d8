// Block-scaled tensor memory MMA, scale vector size given as block16 or block32.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%%r2], %%d2, %%d3, %%r5, [%%r6], [%%r7], %%p1;");  // expect: tcgen05-mma-block-scale
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
