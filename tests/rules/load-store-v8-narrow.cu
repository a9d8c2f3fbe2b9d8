// Vectors of eight narrow elements.
__global__ void kernel(int* p, int x) {
  asm volatile("st.global.v8.b16 [%%d0], {%%h20,%%h21,%%h22,%%h23,%%h24,%%h25,%%h26,%%h27};");  // expect: load-store-v8-narrow
  p[x] = 1;  // ok:
}
