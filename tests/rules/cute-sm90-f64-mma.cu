// CuTe atoms of 16x8 f64 MMA.
__global__ void kernel(int* p, int x) {
  using Name = cute::SM90_16x8x4_F64F64F64F64_TN;  // expect: cute-sm90-f64-mma
  using Name = cute::SM90::MMA_16x8x4_F64F64F64F64_TN;  // expect: cute-sm90-f64-mma
  using Name = cute::SM90::MMA_16x8x8_C64C64C64C64_TN;  // expect: cute-sm90-f64-mma
  p[x] = 1;  // ok:
}
