"""Types that the toolkit's and the system's headers define: which names mean the same, and how large they are."""

from __future__ import annotations

from typing import Final

from kernaudit.facts.values import TypeValue

__all__ = ["CANONICAL", "KEYWORDS", "SIZES"]

CANONICAL: Final = {
    "__half": "half",
    "__half2": "half2",
    "__nv_bfloat16": "nv_bfloat16",
    "__nv_bfloat162": "nv_bfloat162",
    "int32_t": "int",
    "signed": "int",
    "signed int": "int",
    "uint32_t": "unsigned int",
    "unsigned": "unsigned int",
    "uint": "unsigned int",
    "uint8_t": "unsigned char",
    "int8_t": "signed char",
    "int16_t": "short",
    "uint16_t": "unsigned short",
    "int64_t": "long",
    "uint64_t": "unsigned long",
    "size_t": "unsigned long",
}
"""Typedefs of the toolkit's and the system's headers (cuda_fp16.h, cuda_bf16.h, stdint.h on 64-bit Linux)."""

SIZES: Final = {
    "bool": 1, "char": 1, "signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "int": 4,
    "unsigned int": 4, "long": 8, "unsigned long": 8, "long long": 8, "unsigned long long": 8, "float": 4, "double": 8,
    "half": 2, "half2": 4, "nv_bfloat16": 2, "nv_bfloat162": 4, "float2": 8, "float4": 16, "int2": 8, "int4": 16,
    "uint2": 8, "uint4": 16, "uchar4": 4, "char4": 4, "double2": 16, "uint3": 12, "int3": 12, "float3": 12,
    "__nv_fp8_e4m3": 1, "__nv_fp8_e5m2": 1, "__nv_fp8x2_e4m3": 2, "__nv_fp8x4_e4m3": 4,
}  # fmt: skip
"""Bytes of the built-in types on 64-bit Linux, and of CUDA's vector types (CUDA C++ Programming Guide)."""

KEYWORDS: Final = {
    name: TypeValue(CANONICAL.get(name, name))
    for name in ("int", "float", "bool", "char", "double", "void", "unsigned", "unsigned int", "long", "short")
}
"""Types that no declaration can give another meaning: keywords of the language."""
