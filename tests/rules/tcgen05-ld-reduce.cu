// Tensor memory load with a reduction.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%%f0,%%f1}, %%f4, [%%r2];");  // expect: tcgen05-memory tcgen05-ld-reduce
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
