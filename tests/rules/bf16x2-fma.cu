// __hfma2 on bf16.
__global__ void kernel(int* p, int x) {
  y = __hfma2((__nv_bfloat162)x, y, z);  // expect: bf16x2-fma
  y = __hfma2_relu((__nv_bfloat162)x, y, z);  // expect: bf16x2-fma
  p[x] = 1;  // ok:
  y = __hfma2((__half2)x, y, z);  // ok:
}
