// Textures and surfaces.
__global__ void kernel(int* p, int x) {
  asm volatile("tex.2d.v4.f32.f32 {%%f1,%%f2,%%f3,%%f4}, [%%d1, {%%f5,%%f6}];");  // expect: texture-surface
  p[x] = 1;  // ok:
}
