// Special registers of reserved shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("mov.b32 %%r2, %%reserved_smem_offset_cap;");  // expect: shared-window-register
  asm volatile("mov.u32 %%r2, %%locality_domain_id;");  // expect: locality-domain-register
  p[x] = 1;  // ok:
}
