// Single-bit MMA with xor, 8x8x128.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%%r10,%%r11}, {%%r0}, {%%r4}, {%%r20,%%r21};");  // expect: mma-b1-xor
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
