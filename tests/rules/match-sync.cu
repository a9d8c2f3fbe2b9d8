// Compare a value across a warp.
__global__ void kernel(int* p, int x) {
  asm volatile("match.any.sync.b32 %%r2, %%r3, 0xffffffff;");  // expect: match-sync
  __match_any_sync(x);  // expect: match-sync
  __match_all_sync(x);  // expect: match-sync
  p[x] = 1;  // ok:
}
