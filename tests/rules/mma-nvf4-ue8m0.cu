// Block-scaled NVFP4 MMA with ue8m0 scales, four to a row.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1,%%r2,%%r3}, {%%r4,%%r5}, {%%f8,%%f9,%%f10,%%f11}, %%r30, {0, 1}, %%r31, {0, 1};");  // expect: mma-block-scale mma-nvf4-ue8m0 mma-scale-types
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
