// Sparse FP4 tensor memory MMA.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.block32 [%%r2], %%d2, %%d3, [%%r6], %%r5, [%%r7], [%%r8], %%p1;");  // expect: tcgen05-mma-block-scale tcgen05-mma-sparse-fp4
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
