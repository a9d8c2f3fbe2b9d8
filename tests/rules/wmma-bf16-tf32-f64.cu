// wmma on bf16, tf32 and f64.
__global__ void kernel(int* p, int x) {
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7}, {%%r0,%%r1,%%r2,%%r3}, {%%r8,%%r9,%%r10,%%r11}, {%%f8,%%f9,%%f10,%%f11,%%f12,%%f13,%%f14,%%f15};");  // expect: wmma-bf16-tf32-f64
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 {%%r20,%%r21,%%r22,%%r23,%%r24,%%r25,%%r26,%%r27}, {%%r0,%%r1}, {%%r8,%%r9}, {%%r30,%%r31,%%r32,%%r33,%%r34,%%r35,%%r36,%%r37};");  // expect: wmma-s8
  p[x] = 1;  // ok:
}
