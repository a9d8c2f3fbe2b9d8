// f64 MMA, 8x8x4.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%%e0,%%e1}, {%%x0}, {%%x1}, {%%e4,%%e5};");  // expect: mma-f64-m8n8k4
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
