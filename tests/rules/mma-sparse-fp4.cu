// Sparse block-scaled FP4 MMA.
__global__ void kernel(int* p, int x) {
  asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1,%%r2,%%r3}, {%%r4,%%r5,%%r6,%%r7}, {%%f8,%%f9,%%f10,%%f11}, %%r20, 0x0, %%r30, {0, 1}, %%r31, {0, 1};");  // expect: mma-block-scale mma-scale-types mma-sparse-ordered mma-sparse-fp4
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%%f0,%%f1,%%f2,%%f3}, {%%r0,%%r1}, {%%r4}, {%%f8,%%f9,%%f10,%%f11};");  // expect: mma-f16-m16n8k8
  p[x] = 1;  // ok:
}
