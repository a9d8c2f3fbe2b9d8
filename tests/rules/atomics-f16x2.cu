// Atomic addition of packed f16.
__global__ void kernel(int* p, int x) {
  asm volatile("atom.global.add.noftz.f16x2 %%r2, [%%d0], %%r3;");  // expect: atomics-f16x2
  asm volatile("atom.shared.add.noftz.bf16x2 %%r2, [%%r0], %%r3;");  // expect: atomics-bf16
  p[x] = 1;  // ok:
}
