// Load 8-bit matrices, or 6- and 4-bit ones widened to 8 bits.
__global__ void kernel(int* p, int x) {
  asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%%r10,%%r11}, [%%r0];");  // expect: ldmatrix-b8
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%%r4,%%r5,%%r6,%%r7}, [%%r0];");  // expect: ldmatrix
  p[x] = 1;  // ok:
}
