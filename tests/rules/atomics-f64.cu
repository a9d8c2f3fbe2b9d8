// Atomic addition of f64.
__global__ void kernel(int* p, int x) {
  asm volatile("atom.global.add.f64 %%e1, [%%d0], %%e2;");  // expect: atomics-f64
  asm volatile("atom.shared.add.noftz.bf16x2 %%r2, [%%r0], %%r3;");  // expect: atomics-bf16
  p[x] = 1;  // ok:
}
