// Multimem accesses of FP8.
__global__ void kernel(int* p, int x) {
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.v4.e4m3x4 {%%r4,%%r5,%%r6,%%r7}, [%%d0];");  // expect: multimem-fp8
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %%f2, [%%d0];");  // expect: multimem
  p[x] = 1;  // ok:
}
