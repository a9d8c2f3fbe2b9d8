// 96-byte swizzle of a tensor map.
__global__ void kernel(int* p, int x) {
  asm volatile("tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%%d1], 4;");  // expect: tensormap-replace tensormap-replace-swizzle-96
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%%d1], %%d2;");  // expect: tensormap-replace
  p[x] = 1;  // ok:
}
