// f32 minimum or maximum across a warp.
__global__ void kernel(int* p, int x) {
  asm volatile("redux.sync.max.f32 %%f2, %%f3, 0xffffffff;");  // expect: redux-sync-f32
  asm volatile("redux.sync.add.s32 %%r2, %%r3, 0xffffffff;");  // expect: redux-sync
  p[x] = 1;  // ok:
}
