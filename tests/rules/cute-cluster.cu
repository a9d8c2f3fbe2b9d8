// CuTe helpers of clusters.
__global__ void kernel(int* p, int x) {
  cluster_arrive_relaxed(x);  // expect: cute-cluster
  cluster_arrive(x);  // expect: cute-cluster
  cluster_wait(x);  // expect: cute-cluster
  cluster_sync(x);  // expect: cute-cluster
  set_block_rank(x);  // expect: cute-cluster
  p[x] = 1;  // ok:
}
