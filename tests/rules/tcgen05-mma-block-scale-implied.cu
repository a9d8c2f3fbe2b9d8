// Block-scaled tensor memory MMA, scale vector size implied by the kind.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%%r2], %%d2, %%d3, %%r5, [%%r7], [%%r8], %%p1;");  // expect: tcgen05-mma-block-scale-implied
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
