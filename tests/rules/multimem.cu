// Loads, stores and reductions on several GPUs' memory.
__global__ void kernel(int* p, int x) {
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %%f2, [%%d0];");  // expect: multimem
  asm volatile("multimem.red.relaxed.sys.global.add.f32 [%%d0], %%f2;");  // expect: multimem
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.v4.e4m3x4 {%%r4,%%r5,%%r6,%%r7}, [%%d0];");  // expect: multimem-fp8
  p[x] = 1;  // ok:
}
