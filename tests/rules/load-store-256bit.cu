// 256-bit loads and stores.
__global__ void kernel(int* p, int x) {
  asm volatile("ld.global.v8.f32 {%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7}, [%%d0];");  // expect: load-store-256bit
  asm volatile("st.global.v8.f32 [%%d0], {%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7};");  // expect: load-store-256bit
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
