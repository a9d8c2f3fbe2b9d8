// Ask for the allocation class of a tensor map.
__global__ void kernel(int* p, int x) {
  asm volatile("tensormap.query.alloc_class_large.global.b1024 %%p1, [%%d1];");  // expect: tensormap-alloc-class
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%%d1], %%d2;");  // expect: tensormap-replace
  p[x] = 1;  // ok:
}
