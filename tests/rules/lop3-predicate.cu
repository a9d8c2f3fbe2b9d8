// Three-input logic with a predicate result.
__global__ void kernel(int* p, int x) {
  asm volatile("lop3.or.b32 %%r1|%%p1, %%r2, %%r3, %%r4, 0x3f, %%p2;");  // expect: lop3-predicate
  p[x] = 1;  // ok:
}
