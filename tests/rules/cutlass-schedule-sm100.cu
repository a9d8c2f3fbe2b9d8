// CUTLASS kernel schedules of data center Blackwell.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::KernelTmaWarpSpecialized2SmSm100;  // expect: cutlass-schedule-sm100
  using Name = cutlass::KernelScheduleSm100DenseGemm;  // expect: cutlass-schedule-sm100
  using Name = cutlass::KernelSchedulePtrArrayMxNvf4Sm100;  // expect: cutlass-schedule-sm100
  using Name = cutlass::KernelSchedule1Sm;  // expect: cutlass-schedule-sm100
  using Name = cutlass::KernelSchedule2Sm;  // expect: cutlass-schedule-sm100
  p[x] = 1;  // ok:
}
