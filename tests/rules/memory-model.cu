// Loads and stores with an order and a scope.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.acquire.gpu.global.b32 %%r2, [%%d0];");  // expect: memory-model
  asm volatile("ld.shared::cluster.b32 %%r2, [%%r0];");  // expect: distributed-shared-memory
  p[x] = 1;  // ok:
}
