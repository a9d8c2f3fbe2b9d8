// Shift rows of tensor memory.
__global__ void kernel(int* p, int x) {
  asm volatile("tcgen05.shift.cta_group::1.down [%%r2];");  // expect: tcgen05-shift
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%%r0], 32;");  // expect: tcgen05-memory
  p[x] = 1;  // ok:
}
