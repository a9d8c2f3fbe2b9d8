// Comparison and selection.
__global__ void kernel(int* p, int x) {
  asm volatile("setp.lt.and.f32 %%p1|%%p2, %%f1, %%f2, %%p3;");  // expect: compare-select
  p[x] = 1;  // ok:
}
