// Block-scaled tensor memory MMA, scale vector size given as scale_vec.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%%r2], %%d2, %%d3, %%r5, [%%r6], [%%r7], %%p1;");  // expect: tcgen05-mma-block-scale-vec
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
