// Convert between ue8m0 scale pairs and f32 or bf16.
__global__ void kernel(int* p, int x) {
  asm volatile("cvt.rz.ue8m0x2.f32 %%h1, %%f2, %%f3;");  // expect: cvt-ue8m0
  asm volatile("cvt.rn.bf16x2.ue8m0x2 %%r2, %%h1;");  // expect: cvt-ue8m0
  asm volatile("cvt.rn.f16x2.f32 %%r2, %%f2, %%f3;");  // expect: cvt-f16x2-f32
  p[x] = 1;  // ok:
}
