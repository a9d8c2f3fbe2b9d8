// Barrier of a thread block cluster.
__global__ void kernel(int* p, int x) {
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;");  // expect: barrier-cluster
  __cluster_barrier_arrive(x);  // expect: barrier-cluster
  __cluster_barrier_arrive_relaxed(x);  // expect: barrier-cluster
  __cluster_barrier_wait(x);  // expect: barrier-cluster
  p[x] = 1;  // ok:
}
