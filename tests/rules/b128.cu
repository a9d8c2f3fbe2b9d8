// 128-bit scalars.
__global__ void kernel(int* p, int x) {
  asm volatile("{.reg .b128 q; ld.global.b128 q, [%%d0]; st.global.b128 [%%d0], q;}");  // expect: b128
  asm volatile("ld.relaxed.cluster.global.b32 %%r2, [%%d0];");  // expect: scope-cluster
  p[x] = 1;  // ok:
}
