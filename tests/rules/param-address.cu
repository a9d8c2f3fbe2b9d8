// Generic addresses of kernel parameters.
__global__ void kernel(int* p, int x) {
  asm volatile("cvta.param.u64 %%d1, %%d2;");  // expect: param-address
  p[x] = 1;  // ok:
}
