// Vector atomics.
__global__ void kernel(int* p, int x) {
  asm volatile("red.global.v4.f32.add [%%d0], {%%f0,%%f1,%%f2,%%f3};");  // expect: atomics-vector
  asm volatile("red.add.noftz.L2::cache_hint.f16 [%%d0], %%h0, %%d1;");  // expect: atomics-f16-cached l2-cache-hint
  p[x] = 1;  // ok:
}
