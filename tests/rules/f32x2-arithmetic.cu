// Packed arithmetic on two f32.
__global__ void kernel(int* p, int x) {
  asm volatile("fma.rn.f32x2 %%d5, %%d6, %%d7, %%d8;");  // expect: f32x2-arithmetic
  __fadd2_rn(x);  // expect: f32x2-arithmetic
  __fadd2_rz(x);  // expect: f32x2-arithmetic
  __fadd2_ru(x);  // expect: f32x2-arithmetic
  __fadd2_rd(x);  // expect: f32x2-arithmetic
  __fmul2_rn(x);  // expect: f32x2-arithmetic
  __fmul2_rz(x);  // expect: f32x2-arithmetic
  __fmul2_ru(x);  // expect: f32x2-arithmetic
  __fmul2_rd(x);  // expect: f32x2-arithmetic
  __ffma2_rn(x);  // expect: f32x2-arithmetic
  __ffma2_rz(x);  // expect: f32x2-arithmetic
  __ffma2_ru(x);  // expect: f32x2-arithmetic
  __ffma2_rd(x);  // expect: f32x2-arithmetic
  asm volatile("fma.rn.relu.f16x2 %%r2, %%r3, %%r4, %%r5;");  // expect: f16-fma-relu
  p[x] = 1;  // ok:
}
