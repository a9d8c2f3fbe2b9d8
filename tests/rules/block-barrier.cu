// Barriers and memory fences of a block.
__global__ void kernel(int* p, int x) {
  asm volatile("bar.sync 0;");  // expect: block-barrier
  asm volatile("membar.gl;");  // expect: block-barrier
  __syncthreads(x);  // expect: block-barrier
  __threadfence(x);  // expect: block-barrier
  __threadfence_block(x);  // expect: block-barrier
  __threadfence_system(x);  // expect: block-barrier
  p[x] = 1;  // ok:
}
