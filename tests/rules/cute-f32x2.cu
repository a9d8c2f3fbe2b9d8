// CuTe atoms of packed f32 arithmetic.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM100_2x1x1_F32F32F32F32;  // expect: cute-f32x2
  using Name = cute::SM100_1x2x1_F32F32F32F32;  // expect: cute-f32x2
  p[x] = 1;  // ok:
}
