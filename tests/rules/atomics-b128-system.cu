// 128-bit compare-and-swap and exchange of system scope.
__global__ void kernel(int* p, int x) {
  asm volatile("{.reg .b128 q<4>; mov.b128 q1, {%%d5,%%d6}; atom.sys.global.exch.b128 q0, [%%d0], q1;}");  // expect: atomics-b128 atomics-b128-system
  asm volatile("atom.shared.add.noftz.bf16x2 %%r2, [%%r0], %%r3;");  // expect: atomics-bf16
  p[x] = 1;  // ok:
}
