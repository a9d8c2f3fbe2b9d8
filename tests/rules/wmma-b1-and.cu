// wmma on single bits with and.
__global__ void kernel(int* p, int x) {
  asm volatile("wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%%r20,%%r21}, {%%r0}, {%%r8}, {%%r30,%%r31};");  // expect: wmma-b1-and
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 {%%r20,%%r21,%%r22,%%r23,%%r24,%%r25,%%r26,%%r27}, {%%r0,%%r1}, {%%r8,%%r9}, {%%r30,%%r31,%%r32,%%r33,%%r34,%%r35,%%r36,%%r37};");  // expect: wmma-s8
  p[x] = 1;  // ok:
}
