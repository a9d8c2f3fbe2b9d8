// Atomics on 32- and 64-bit integers and f32.
__global__ void kernel(int* p, int x) {
  asm volatile("atom.global.add.u32 %%r1, [%%d0], %%r2;");  // expect: atomics
  asm volatile("atom.shared.add.noftz.bf16x2 %%r2, [%%r0], %%r3;");  // expect: atomics-bf16
  p[x] = 1;  // ok:
}
