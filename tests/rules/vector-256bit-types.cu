// Vector types of 32 bytes.
__global__ void kernel(int* p, int x) {
  double4_32a wide = ((const double4_32a*)p)[0];  // expect: vector-256bit-types
  long4_32a wide = ((const long4_32a*)p)[0];  // expect: vector-256bit-types
  ulong4_32a wide = ((const ulong4_32a*)p)[0];  // expect: vector-256bit-types
  longlong4_32a wide = ((const longlong4_32a*)p)[0];  // expect: vector-256bit-types
  ulonglong4_32a wide = ((const ulonglong4_32a*)p)[0];  // expect: vector-256bit-types
  p[x] = 1;  // ok:
}
