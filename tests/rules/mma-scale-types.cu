// Types of the scale factors in block-scaled MMA.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1,%%r2,%%r3}, {%%r4,%%r5}, {%%f8,%%f9,%%f10,%%f11}, %%r30, {0, 1}, %%r31, {0, 1};");  // expect: mma-block-scale mma-scale-types
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
