// Atomic addition of f32 that keeps subnormals.
__global__ void kernel(int* p, int x) {
  asm volatile("atom.global.add.noftz.f32 %%f1, [%%d0], %%f2;");  // expect: atomics-f32-noftz
  asm volatile("atom.shared.add.noftz.bf16x2 %%r2, [%%r0], %%r3;");  // expect: atomics-bf16
  p[x] = 1;  // ok:
}
