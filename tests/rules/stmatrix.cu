// Store 8x8 matrices to shared memory.
__global__ void kernel(int* p, int x) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%%r0], {%%r4,%%r5,%%r6,%%r7};");  // expect: stmatrix
  asm volatile("stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%%r0], {%%r4,%%r5};");  // expect: stmatrix-b8
  p[x] = 1;  // ok:
}
