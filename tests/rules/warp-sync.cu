// Votes and shuffles with a member mask.
__global__ void kernel(int* p, int x) {
  asm volatile("shfl.sync.bfly.b32 %%r1, %%r2, 1, 31, 0xffffffff;");  // expect: warp-sync
  __shfl_sync(x);  // expect: warp-sync
  __shfl_up_sync(x);  // expect: warp-sync
  __shfl_down_sync(x);  // expect: warp-sync
  __shfl_xor_sync(x);  // expect: warp-sync
  __ballot_sync(x);  // expect: warp-sync
  __any_sync(x);  // expect: warp-sync
  __all_sync(x);  // expect: warp-sync
  __syncwarp(x);  // expect: warp-sync
  p[x] = 1;  // ok:
}
