// Atomic addition of f16, compare-and-swap of 16 bits.
__global__ void kernel(int* p, int x) {
  asm volatile("atom.global.cas.b16 %%h1, [%%d0], %%h2, %%h3;");  // expect: atomics-f16
  asm volatile("atom.global.add.noftz.f16 %%h1, [%%d0], %%h2;");  // expect: atomics-f16
  asm volatile("atom.shared.add.noftz.bf16x2 %%r2, [%%r0], %%r3;");  // expect: atomics-bf16
  p[x] = 1;  // ok:
}
