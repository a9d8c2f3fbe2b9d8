"""Assertions that a target fails stop the toolkit wherever they stand; nvcc 13.0 refuses each of these for sm_80."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .test_read import read

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.kernels.model import Refusal

HEAD = "#ifdef __CUDA_ARCH__\n#define NOW __CUDA_ARCH__\n#else\n#define NOW 900\n#endif\n"
CLASS = 'template <int A> struct Made { static_assert(A >= 900, "x"); static constexpr int v = 1; int w; };\n'
CLASS += "template <int A> struct Runs : Made<A> { static __device__ void run(float* p) { p[1] = 1; } };\n"
FAILING = {
    "behind an effect": '__global__ void k(float* p) { p[0] = 1; static_assert(NOW >= 900, "x"); }',
    "in a function": (
        'template <int A> __device__ void f(float* p) { static_assert(A >= 900, "x"); p[1] = 2; }\n'
        "__global__ void k(float* p) { p[0] = 1; f<NOW>(p); }"
    ),
    "in an instantiation": (
        "template <class T> __global__ void k(float* p) { p[0] = 1; "
        'static_assert(sizeof(T) == 4 || NOW >= 900, "x"); }\n'
        "void go(float* p) { k<float><<<1, 1>>>(p); k<double><<<1, 1>>>(p); }"
    ),
    "of a class by its constant": CLASS + "__global__ void k(float* p) { p[0] = Made<NOW>::v; }",
    "of a class by its object": CLASS + "__global__ void k(float* p) { p[0] = 1; Made<NOW> c; c.w = 1; }",
    "in a namespace": 'namespace n { static_assert(NOW >= 900, "x"); }\n__global__ void k(float* p) { p[0] = 1; }',
    "in a plain class": 'struct H { static_assert(NOW >= 900, "x"); };\n__global__ void k(float* p) { p[0] = 1; }',
}
HOLDING = {
    "another instantiation": (
        "template <class T> __global__ void k(float* p) { p[0] = 1; "
        'static_assert(sizeof(T) == 4 || NOW >= 900, "x"); }\n'
        "void go(float* p) { k<float><<<1, 1>>>(p); }"
    ),
    "a branch that is not compiled": (
        CLASS + "template <int A> __device__ int f() { if constexpr (A >= 900) { Made<A> c; return c.w; } return 1; }\n"
        "__global__ void k(float* p) { p[0] = 1; p[1] = f<NOW>(); }"
    ),
    "a class that nobody uses": CLASS + "__global__ void k(float* p) { p[0] = NOW; }",
}


def refusals(root: Path, text: str, target: str) -> list[Refusal]:
    found = read(root, {"u.cu": HEAD + text + "\n"}, target)
    return [*found.refused, *(refusal for kernel in found.kernels for refusal in kernel.refused)]


@pytest.mark.parametrize("name", FAILING)
def test_a_target_that_fails_it_is_refused(tmp_path: Path, name: str) -> None:
    assert {one.rule for one in refusals(tmp_path, FAILING[name], "sm_80")} == {"static-assert"}
    assert not refusals(tmp_path, FAILING[name], "sm_90")


@pytest.mark.parametrize("name", HOLDING)
def test_what_is_not_instantiated_asserts_nothing(tmp_path: Path, name: str) -> None:
    assert not refusals(tmp_path, HOLDING[name], "sm_80")
