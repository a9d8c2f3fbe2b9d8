// Votes and shuffles without a member mask.
__global__ void kernel(int* p, int x) {
  asm volatile("vote.all.pred %%p1, %%p2;");  // expect: warp-nosync
  __shfl(x);  // expect: warp-nosync
  __shfl_up(x);  // expect: warp-nosync
  __shfl_down(x);  // expect: warp-nosync
  __shfl_xor(x);  // expect: warp-nosync
  __ballot(x);  // expect: warp-nosync
  __any(x);  // expect: warp-nosync
  __all(x);  // expect: warp-nosync
  p[x] = 1;  // ok:
}
