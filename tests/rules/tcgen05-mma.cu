// Matrix multiply-accumulate into tensor memory.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.mma.cta_group::1.kind::f8f6f4 [%%r2], %%d2, %%d3, %%r5, %%p1;");  // expect: tcgen05-mma
  asm volatile("tcgen05.mma.sp.cta_group::1.kind::f16 [%%r2], %%d2, %%d3, [%%r6], %%r5, %%p1;");  // expect: tcgen05-mma
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
