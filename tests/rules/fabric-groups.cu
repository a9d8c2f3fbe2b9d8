// Groups of fabric transfers.
__global__ void kernel(int* p, int x) {
  asm volatile("fabric.submit.commit_group;");  // expect: fabric fabric-groups
  asm volatile("fabric.submit;");  // expect: fabric
  p[x] = 1;  // ok:
}
