// Kernel whose launch counts clusters.
__global__ void kernel(int* p, int x) {
  asm(".reqntid 128; .reqnctapercluster 2; .blocksareclusters;");  // expect: cluster-launch blocks-are-clusters
  asm(".reqnctapercluster 2;");  // expect: cluster-launch
  p[x] = 1;  // ok:
}
