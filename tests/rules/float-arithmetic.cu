// Arithmetic on f32 and f64.
__global__ void kernel(int* p, int x) {
  asm volatile("fma.rn.f32 %%f1, %%f2, %%f3, %%f4;");  // expect: float-arithmetic
  p[x] = 1;  // ok:
}
