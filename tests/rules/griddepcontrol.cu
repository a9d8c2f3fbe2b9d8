// Programmatic dependent launch.
__global__ void kernel(int* p, int x) {
  asm volatile("griddepcontrol.wait;");  // expect: griddepcontrol
  cudaGridDependencySynchronize(x);  // expect: griddepcontrol
  cudaTriggerProgrammaticLaunchCompletion(x);  // expect: griddepcontrol
  p[x] = 1;  // ok:
  asm volatile("@%%p1 griddepcontrol.wait;" ::: "memory");  // expect: griddepcontrol
}
