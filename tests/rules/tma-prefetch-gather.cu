// TMA prefetch of gathered rows or wide im2col.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 [%%d1, {%%r10,%%r11,%%r12,%%r13,%%r14}];");  // expect: cp-async-bulk cp-async-bulk-tensor tma-prefetch-gather
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
