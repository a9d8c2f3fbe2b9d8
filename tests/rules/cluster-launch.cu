// Kernel that is launched in clusters.
__global__ void kernel(int* p, int x) {
  asm(".reqnctapercluster 2;");  // expect: cluster-launch
  asm(".maxclusterrank 4;");  // expect: cluster-launch
  __global__ void __cluster_dims__(2, 1, 1) other(int* p);  // expect: cluster-launch
  __global__ void __launch_bounds__(128, 1, 2) other(int* p);  // expect: cluster-launch
  p[x] = 1;  // ok:
  __global__ void __launch_bounds__(128, 1) plain(int* p);  // ok:
  const char* text = "__cluster_dims__";  // ok:
}
