// Transfers over the NVLink fabric.
__global__ void kernel(int* p, int x) {
  asm volatile("fabric.submit;");  // expect: fabric
  p[x] = 1;  // ok:
}
