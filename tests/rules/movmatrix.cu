// Transpose a matrix across a warp's registers.
__global__ void kernel(int* p, int x) {
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %%r2, %%r3;");  // expect: movmatrix
  p[x] = 1;  // ok:
}
