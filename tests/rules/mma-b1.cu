// Single-bit MMA with and.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%%r10,%%r11,%%r12,%%r13}, {%%r0,%%r1,%%r2,%%r3}, {%%r4,%%r5}, {%%r20,%%r21,%%r22,%%r23};");  // expect: mma-b1
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
