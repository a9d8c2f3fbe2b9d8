// CUTLASS kernel schedules of desktop Blackwell.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::KernelTmaWarpSpecializedPingpongSm120;  // expect: cutlass-schedule-sm120
  using Name = cutlass::KernelScheduleSm120DenseGemm;  // expect: cutlass-schedule-sm120
  p[x] = 1;  // ok:
}
