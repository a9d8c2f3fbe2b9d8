// CUTLASS kernel schedules of Blackwell Ultra.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::KernelTmaWarpSpecializedBlockScaledSm103;  // expect: cutlass-schedule-sm103
  using Name = cutlass::KernelScheduleSm103BlockScaledGemm;  // expect: cutlass-schedule-sm103
  p[x] = 1;  // ok:
}
