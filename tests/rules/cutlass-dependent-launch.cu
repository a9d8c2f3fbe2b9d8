// CUTLASS helpers of programmatic dependent launch.
__global__ void kernel(int* p, int x) {
  launch_dependent_grids(x);  // expect: cutlass-dependent-launch
  wait_on_dependent_grids(x);  // expect: cutlass-dependent-launch
  p[x] = 1;  // ok:
}
