// What the dispatch may call.
#pragma once

void sm90_fp8_gemm_nt(const void* a, const void* b, float* d, int m, int n, int k);
