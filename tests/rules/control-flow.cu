// Control flow.
__global__ void kernel(int* p, int x) {
  asm volatile("trap;");  // expect: control-flow
  p[x] = 1;  // ok:
}
