// Loads and stores.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.v4.f32 {%%f0,%%f1,%%f2,%%f3}, [%%d0];");  // expect: load-store
  asm volatile("ld.proxy::readonly.global.b32 %%r2, [%%d0];");  // expect: load-readonly-proxy
  p[x] = 1;  // ok:
}
