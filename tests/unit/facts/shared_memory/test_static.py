"""Static shared memory of kernels whose bodies hold more than that: what a walk may leave out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kernaudit.facts.scope import UnitScope, all_functions
from kernaudit.facts.shared_memory.static import StaticReader
from kernaudit.facts.shared_memory.static_plan import Plans
from kernaudit.sources.syntax import SyntaxStore


def _unit(text: str) -> tuple[list[Any], list[Any]]:
    file = SyntaxStore().file("u.cu", text, frozenset(re.findall(r"\w+", text)))
    scope = UnitScope([file])
    functions = [f for declaration in file.declarations for f in all_functions(declaration.outline) if f.has_body]
    assert scope.functions("k")
    return [file], functions


def _bytes(text: str, **arguments: int) -> tuple[int, int | None]:
    files, functions = _unit(text)
    kernel = next(f for f in functions if f.name == "k")
    found = StaticReader(files).of(kernel, functions, arguments)
    return found.low, found.high


HEAD = "template <int N, int M> __global__ void k(float* p, int n) {"
KEPT = [
    pytest.param("constexpr int s = N * 2; int t = 0; t = n; __shared__ float a[s]; a[t] = 1;", 8 * 4, id="constant"),
    pytest.param("using V = float4; __shared__ V a[N];", 64, id="alias"),
    pytest.param("typedef double D; { __shared__ D a[N]; a[0] = 1; }", 32, id="typedef and block"),
    pytest.param("if constexpr (M > 8) { __shared__ float a[N]; } else { __shared__ char a[N]; }", 4, id="branch"),
    pytest.param("if (N > 8) return; __shared__ float a[N]; if (N > 2) return; __shared__ int b;", 16, id="left"),
    pytest.param("int w = 1; w = 3; if (w == 3) { __shared__ float a[N]; } p[0] = w;", 16, id="assigned before"),
    pytest.param("int w = 1; int& v = w; v = 3; if (w == 3) { __shared__ float a[N]; }", 16, id="through a reference"),
    pytest.param("int w = 1; int* v = &w; *v = 3; if (w == 1) { __shared__ float a[N]; }", 0, id="through a pointer"),
    pytest.param("for (int i = 0; i < n; ++i) { if (i == 7) break; __shared__ float a[N]; }", 16, id="in a loop"),
    pytest.param("auto f = [&] { __shared__ float a[N]; a[0] = 1; }; f(); p[0] = 1;", 16, id="in a lambda"),
    pytest.param("__shared__ float a[N]; for (int i = 0; i < M; ++i) { a[i] = 1; } p[0] = a[0];", 16, id="after"),
    pytest.param("switch (M) { case 1: __shared__ int a[N]; break; default: { __shared__ char b[4]; } }", 4, id="case"),
    pytest.param("struct S { float x[N]; int y; }; __shared__ S a[2];", 40, id="class of the body"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "want"), KEPT)
def test_bytes_of_a_body(body: str, want: int) -> None:
    """Sizes by hand: `sizeof` of the element times the bounds, with N = 4 and M = 2."""
    assert _bytes(f"{HEAD} {body} }}", N=4, M=2) == (want, want)


def test_bytes_behind_calls() -> None:
    text = (
        "template <int S> __device__ float sum(float v) { __shared__ float a[S]; a[0] = v; return a[0]; }\n"
        "__device__ void store(float* p, float v) { *p = v; }\n"
        f"{HEAD} store(p, sum<N>(p[0])); float x = 0; x += sum<N * 2>(x); if (sum<M>(x) > 0) p[0] = x; }}"
    )
    assert _bytes(text, N=4, M=2) == (16 + 32 + 8, 16 + 32 + 8)


def test_an_open_argument_makes_what_a_test_decides_uncertain() -> None:
    text = (
        f"{HEAD} __shared__ char a[3]; if (n > 5) return; __shared__ float b[8]; if (M > 1) {{ __shared__ int c; }} }}"
    )
    assert _bytes(text, N=4) == (3, 3 + 32 + 4)
    assert _bytes(text, N=4, M=1) == (35, 35)


def test_only_arguments_that_the_bytes_depend_on_are_named() -> None:
    text = (
        "template <class T, int A, int B, int C, int D> __global__ void k(T* p, int n) {\n"
        "  constexpr int rows = A * 2;\n  if (C > 3) { __shared__ float a[rows]; a[0] = B; }\n"
        "  for (int i = 0; i < D; ++i) p[i] = B;\n}"
    )
    _, functions = _unit(text)
    words = Plans().of(functions).words(functions[0])
    assert words is not None
    assert {"A", "C"} == words & {"T", "A", "B", "C", "D"}


def test_the_type_of_a_parameter_counts_where_the_parameter_does() -> None:
    text = (
        "template <class T, int A> __device__ void f(T v) { __shared__ T a[A]; a[0] = v; }\n"
        "template <class T, int A, int B> __global__ void k(T* p) { T v = p[B]; f<T, A>(v); p[B] = v; }"
    )
    _, functions = _unit(text)
    kernel = next(f for f in functions if f.name == "k")
    words = Plans().of(functions).words(kernel)
    assert words is not None
    assert {"T", "A"} <= words
