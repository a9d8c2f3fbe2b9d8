// Scale the accumulator of a tensor memory MMA.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.mma.cta_group::1.kind::f16 [%%r2], %%d2, %%d3, %%r5, %%p1, 3;");  // expect: tcgen05-mma tcgen05-mma-scale-input-d
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
