// Multimem reductions of f16 with f32 sums.
__global__ void kernel(int* p, int x) {
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.acc::f32.v4.f16x2 {%%r4,%%r5,%%r6,%%r7}, [%%d0];");  // expect: multimem multimem-acc-f32
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %%f2, [%%d0];");  // expect: multimem
  p[x] = 1;  // ok:
}
