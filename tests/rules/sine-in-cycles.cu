// Sine and cosine of an angle in cycles.
__global__ void kernel(int* p, int x) {
  asm volatile("sin.approx.ftz.2pi.f32 %%f2, %%f3;");  // expect: sine-in-cycles
  p[x] = 1;  // ok:
}
