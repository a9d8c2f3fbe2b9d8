// CUTLASS helpers of setmaxnreg.
__global__ void kernel(int* p, int x) {
  warpgroup_reg_alloc(x);  // expect: cutlass-register-reallocation
  warpgroup_reg_dealloc(x);  // expect: cutlass-register-reallocation
  p[x] = 1;  // ok:
}
