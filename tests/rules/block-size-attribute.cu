// __block_size__, which counts a launch in clusters.
__global__ void kernel(int* p, int x) {
  __global__ void __block_size__(2, 1, 1) other(int* p);  // expect: block-size-attribute
  p[x] = 1;  // ok:
}
