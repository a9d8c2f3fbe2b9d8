// Asynchronous multimem stores and reductions.
__global__ void kernel(int* p, int x) {
  asm volatile("multimem.st.async.release.gpu.b64 [%%d0], %%d1;");  // expect: multimem-async
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %%f2, [%%d0];");  // expect: multimem
  p[x] = 1;  // ok:
}
