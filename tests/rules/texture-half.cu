// Textures that return f16.
__global__ void kernel(int* p, int x) {
  asm volatile("tex.2d.v2.f16x2.f32 {%%r1,%%r2}, [%%d1, {%%f5,%%f6}];");  // expect: texture-half
  p[x] = 1;  // ok:
}
