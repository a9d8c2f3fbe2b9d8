// Multimem reductions of FP8 with f16 sums.
__global__ void kernel(int* p, int x) {
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.acc::f16.e4m3x4 %%r1, [%%d0];");  // expect: multimem-fp8 multimem-acc-f16
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %%f2, [%%d0];");  // expect: multimem
  p[x] = 1;  // ok:
}
