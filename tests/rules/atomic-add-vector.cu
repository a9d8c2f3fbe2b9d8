// atomicAdd on float2 or float4.
__global__ void kernel(int* p, int x) {
  atomicAdd((float2*)p, x);  // expect: atomic-add-vector
  p[x] = 1;  // ok:
  atomicAdd(p, x);  // ok:
  atomicMax((float2*)p, x);  // ok:
}
