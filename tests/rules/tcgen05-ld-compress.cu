// Tensor memory load with 2:4 compression.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.f32.b2 {%%r0}, {%%r1, %%r2}, [%%r3];");  // expect: tcgen05-memory tcgen05-ld-compress
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
