// Suspend a thread for a while.
__global__ void kernel(int* p, int x) {
  asm volatile("nanosleep.u32 100;");  // expect: nanosleep
  __nanosleep(x);  // expect: nanosleep
  p[x] = 1;  // ok:
}
