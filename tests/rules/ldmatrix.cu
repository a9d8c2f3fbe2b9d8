// Load 8x8 matrices from shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%%r4,%%r5,%%r6,%%r7}, [%%r0];");  // expect: ldmatrix
  asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%%r10,%%r11}, [%%r0];");  // expect: ldmatrix-b8
  p[x] = 1;  // ok:
}
