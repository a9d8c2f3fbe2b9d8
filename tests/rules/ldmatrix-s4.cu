// Load 4-bit matrices widened to signed bytes.
__global__ void kernel(int* p, int x) {
  asm volatile("ldmatrix.sync.aligned.m8n16.x1.shared.s8.s4 {%%r0}, [%%r1];");  // expect: ldmatrix-s4
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%%r4,%%r5,%%r6,%%r7}, [%%r0];");  // expect: ldmatrix
  p[x] = 1;  // ok:
}
