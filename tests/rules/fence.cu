// Memory fence with an order and a scope.
__global__ void kernel(int* p, int x) {
  asm volatile("fence.acq_rel.gpu;");  // expect: fence
  asm volatile("fence.acquire.gpu;");  // expect: fence-acquire-release
  p[x] = 1;  // ok:
}
