// Newer fields and element types of a tensor map.
__global__ void kernel(int* p, int x) {
  asm volatile("tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 [%%d1], 1;");  // expect: tensormap-replace-new-types
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%%d1], %%d2;");  // expect: tensormap-replace
  p[x] = 1;  // ok:
}
