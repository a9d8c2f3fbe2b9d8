// Copy a tensor map with a fence.
__global__ void kernel(int* p, int x) {
  asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%%d1], [%%r0], 128;");  // expect: tensormap-copy-fence
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%%d1], %%d2;");  // expect: tensormap-replace
  p[x] = 1;  // ok:
}
