// Loads and stores.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.v4.f32 {%%f0,%%f1,%%f2,%%f3}, [%%d0];");  // expect: load-store
  asm volatile("ld.global.v8.f32 {%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7}, [%%d0];");  // expect: load-store-256bit
  p[x] = 1;  // ok:
}
