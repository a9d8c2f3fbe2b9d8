// Kernel whose launch counts clusters.
__global__ void kernel(int* p, int x) {
  asm(".blocksareclusters;");  // expect: blocks-are-clusters
  p[x] = 1;  // ok:
}
