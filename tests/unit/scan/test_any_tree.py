"""Whatever a tree holds and however its folders are listed, a scan answers, and answers the same."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernaudit.render.base import View
from kernaudit.render.registry import find_format
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from collections.abc import Iterator

CMAKE = b"""cmake_minimum_required(VERSION 3.26)
project(x LANGUAGES CUDA CXX)
set(CMAKE_CUDA_ARCHITECTURES 80 90a)
file(GLOB SOURCES *.cu */*.cu)
add_library(core ${SOURCES})
"""
FIRST = b"__global__ void first(float* x) { x[0] = 1; }\n"
ONE = b"""cmake_minimum_required(VERSION 3.26)
project(x LANGUAGES CUDA)
add_library(core k.cu)
"""
KERNEL = b"""#include "common.cuh"
template <int N> __global__ void %b(float* x) {
#if __CUDA_ARCH__ >= 900
  x[N] = helper<N>(x);
#endif
}
void %b_run(float* x) { %b<1><<<1, 1>>>(x); %b<2><<<1, 1>>>(x); }
"""
COMMON = b"template <int N> __device__ float helper(float* x) { return x[N] + 1; }\n"
FILES = {
    "CMakeLists.txt": CMAKE,
    "common.cuh": COMMON,
    **{f"{name}.cu": KERNEL.replace(b"%b", name.encode()) for name in ("a", "b", "c", "d")},
    "more/common.cuh": COMMON,
    "more/e.cu": KERNEL.replace(b"%b", b"e"),
    "Dockerfile": b"ENV TORCH_CUDA_ARCH_LIST=8.0\n",
}


class _Shuffled:
    """A folder's entries in an order of its own."""

    def __init__(self, entries: Any, order: random.Random) -> None:
        self._entries = list(entries)
        order.shuffle(self._entries)

    def __enter__(self) -> Iterator[Any]:
        return iter(self._entries)

    def __exit__(self, *_error: object) -> None:
        self._entries.clear()


def _write(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def _report(root: Path) -> str:
    return find_format("json").render(run_scan(ScanOptions(root, to=("all",), jobs=1, cache=False)), View())


def test_the_order_of_files_never_changes_the_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = _write(tmp_path / "tree", FILES)
    expected, scandir = _report(root), os.scandir
    for seed in range(3):
        order = random.Random(seed)
        monkeypatch.setattr(os, "scandir", lambda path, order=order: _Shuffled(scandir(path), order))
        assert _report(root) == expected
    assert '"e"' in expected


_PIECES = st.sampled_from(
    [
        b"#if __CUDA_ARCH__ >= 900\n",
        b"#else\n",
        b"#endif\n",
        b"#define F(x) x##x F(x)\n",
        b'#include "k.cu"\n',
        b"template <int N> ",
        b"__global__ void k(float* x) {",
        b"}",
        b"if constexpr (N) ",
        b'asm volatile("wgmma.fence.sync.aligned;");',
        b"k<<<1, 2, 3>>>(x);",
        b'R"(',
        b"static_assert(false);",
        b"(",
        b"\\\n",
        b"\x00",
        b"\xff\xfe",
        b"x[0] = 1;\n",
    ]
)


@given(st.lists(st.one_of(_PIECES, st.binary(max_size=20)), max_size=25))
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=10
)
def test_arbitrary_bytes_in_a_unit_get_a_report(tmp_path: Path, pieces: list[bytes]) -> None:
    root = _write(tmp_path, {"CMakeLists.txt": ONE, "k.cu": FIRST + b"".join(pieces)})
    report = run_scan(ScanOptions(root, to=("9.0",), jobs=1, cache=False))
    assert {one.path for one in report.skipped} | {unit for one in report.kernels for unit in one.units} == {"k.cu"}
