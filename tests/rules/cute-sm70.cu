// CuTe atoms of Volta, emulated on later chips.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM70_8x8x4_F32F16F16F32_NT;  // expect: cute-sm70
  p[x] = 1;  // ok:
}
