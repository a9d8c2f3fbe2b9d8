// f16 MMA of Volta's shape.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7}, {%%r0,%%r1}, {%%r4,%%r5}, {%%f8,%%f9,%%f10,%%f11,%%f12,%%f13,%%f14,%%f15};");  // expect: mma-f16-m8n8k4
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
