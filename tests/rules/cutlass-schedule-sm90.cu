// CUTLASS kernel schedules of Hopper.
__global__ void kernel(int* p, int x) {
  using Name = cutlass::KernelTma;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecialized;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedPingpong;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedCooperative;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedFP8FastAccum;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedPingpongFP8FastAccum;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedCooperativeFP8FastAccum;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedCooperativeFP8Blockwise;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedPingpongFP8Blockwise;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedCooperativeFP8BlockScaledAccum;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedMixedInput;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedPingpongMixedInput;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelTmaWarpSpecializedCooperativeMixedInput;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelPtrArrayTmaWarpSpecializedCooperative;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelPtrArrayTmaWarpSpecializedPingpong;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelPtrArrayTmaWarpSpecializedCooperativeFP8FastAccum;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelPtrArrayTmaWarpSpecializedPingpongFP8FastAccum;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelPtrArrayTmaWarpSpecializedCooperativeFP8Blockwise;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelPtrArrayTmaWarpSpecializedPingpongFP8Blockwise;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelCpAsyncWarpSpecialized;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelCpAsyncWarpSpecializedPingpong;  // expect: cutlass-schedule-sm90
  using Name = cutlass::KernelCpAsyncWarpSpecializedCooperative;  // expect: cutlass-schedule-sm90
  p[x] = 1;  // ok:
}
