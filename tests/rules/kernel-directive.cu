// Directives that tune a kernel.
__global__ void kernel(int* p, int x) {
  asm(".maxntid 128;");  // expect: kernel-directive
  p[x] = 1;  // ok:
}
