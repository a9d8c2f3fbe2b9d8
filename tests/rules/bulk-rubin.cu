// Bulk copy features of the 10.7 family.
__global__ void kernel(int* p, int x) {
  asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile.override::global_address [%%d1, %%d2, {%%r10, %%r11}];");  // expect: cp-async-bulk cp-async-bulk-tensor bulk-rubin
  asm volatile("cp.async.cg.shared.global [%%r0], [%%d0], 16;");  // expect: cp-async
  p[x] = 1;  // ok:
}
