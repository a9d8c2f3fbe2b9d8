// f64 MMA, 16x8.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%%e0,%%e1,%%e2,%%e3}, {%%x0,%%x1,%%x2,%%x3,%%x4,%%x5,%%x6,%%x7}, {%%x8,%%x9,%%x10,%%x11}, {%%e4,%%e5,%%e6,%%e7};");  // expect: mma-f64-m16n8
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
