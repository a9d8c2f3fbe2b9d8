// Integer reduction across a warp.
__global__ void kernel(int* p, int x) {
  asm volatile("redux.sync.add.s32 %%r2, %%r3, 0xffffffff;");  // expect: redux-sync
  __reduce_add_sync(x);  // expect: redux-sync
  __reduce_min_sync(x);  // expect: redux-sync
  __reduce_max_sync(x);  // expect: redux-sync
  __reduce_and_sync(x);  // expect: redux-sync
  __reduce_or_sync(x);  // expect: redux-sync
  __reduce_xor_sync(x);  // expect: redux-sync
  asm volatile("redux.sync.max.f32 %%f2, %%f3, 0xffffffff;");  // expect: redux-sync-f32
  p[x] = 1;  // ok:
  x = __reduce_add(x);  // ok:
}
