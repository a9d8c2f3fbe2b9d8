"""Static shared memory of kernel templates: what their instantiations come to.

ptxas 13.0 takes at most 48 KiB (49,152 bytes) of an entry for sm_80; it says `uses too much shared data` above.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

BUILD = "project(x LANGUAGES CUDA CXX)\nset(CMAKE_CUDA_ARCHITECTURES 80-real)\nadd_library(a k.cu)\n"
SIZED = "template <class T, int N> __global__ void k(T* p) { __shared__ T t[N]; t[threadIdx.x] = *p; p[1] = t[0]; }\n"
HELPED = (
    "template <int N> __device__ void put(float* p) { __shared__ float t[N * 2]; t[threadIdx.x] = *p; p[1] = t[0]; }\n"
    "template <class T, int N> __global__ void k(T* p) { put<N>(p); }\n"
)
CHOSEN = (
    "template <class T, int N> __global__ void k(T* p) {\n"
    "  if constexpr (N > 4096) { *p = 1; } else { __shared__ T t[N * 4]; t[threadIdx.x] = *p; p[1] = t[0]; }\n}\n"
)

LOCAL = (
    "template <class T, int N> __global__ void k(T* p) {\n"
    "  struct S { T t[N]; }; __shared__ S s; s.t[threadIdx.x] = *p; p[1] = s.t[0];\n}\n"
)
COUNTED = """template <int N> __device__ void put(float* p) {{
  __shared__ float t[N]; t[threadIdx.x] = *p; p[1] = t[0];
}}
#if __CUDA_ARCH__ >= 900
__device__ constexpr int sides() {{ return {newer}; }}
#else
__device__ constexpr int sides() {{ return {older}; }}
#endif
template <class T, int N> __global__ void k(T* p) {{ put<N * sides()>(p); }}
void l(float* p) {{ k<float, 6144><<<1, 32>>>(p); }}
"""


def _status(root: Path, text: str) -> str:
    (root / "CMakeLists.txt").write_text(BUILD)
    (root / "k.cu").write_text(text)
    report = run_scan(ScanOptions(root, to=("8.0",), cache=False, jobs=1))
    [row] = report.kernels
    [cell] = row.cells.values()
    return cell.status


def _launched(*arguments: str) -> str:
    return "void l(float* p) { " + " ".join(f"k<{one}><<<1, 32>>>(p);" for one in arguments) + " }\n"


@pytest.mark.parametrize(
    ("text", "want"),
    [
        pytest.param(SIZED + _launched("float, 12289"), "smem-exceeded", id="one float too many"),
        pytest.param(SIZED + _launched("float, 12288"), "native", id="just fits"),
        pytest.param(SIZED + _launched("float, 64", "float, 16384"), "smem-exceeded", id="one of two is too large"),
        pytest.param(SIZED + "template __global__ void k<double, 6145>(double*);\n", "smem-exceeded", id="explicit"),
        pytest.param(SIZED + "template __global__ void k<double, 6144>(double*);\n", "native", id="explicit and fits"),
        pytest.param(HELPED + _launched("float, 6145"), "smem-exceeded", id="in a helper"),
        pytest.param(HELPED + _launched("float, 6144"), "native", id="in a helper and fits"),
        pytest.param(LOCAL + _launched("float, 64", "float, 12289"), "smem-exceeded", id="in a class of the body"),
        pytest.param(LOCAL + _launched("float, 64", "float, 12288"), "native", id="in a class of the body and fits"),
        pytest.param(CHOSEN + _launched("float, 16384"), "native", id="ruled out by an argument"),
        pytest.param(CHOSEN + _launched("float, 4096"), "smem-exceeded", id="not ruled out"),
    ],
)
def test_an_instantiation_with_too_much(tmp_path: Path, text: str, want: str) -> None:
    assert _status(tmp_path, text) == want


@pytest.mark.parametrize(("older", "newer"), [(2, 3), (3, 2)])
def test_bytes_that_a_target_changes_are_not_taken_from_another(tmp_path: Path, older: int, newer: int) -> None:
    """6,144 floats twice are 48 KiB; the kernel's own text is the same for both targets."""
    (tmp_path / "CMakeLists.txt").write_text(BUILD.replace("80-real", "80-real 90-real"))
    (tmp_path / "k.cu").write_text(COUNTED.format(older=older, newer=newer))
    [row] = run_scan(ScanOptions(tmp_path, to=("8.0", "9.0"), cache=False, jobs=1)).kernels
    found = {name: cell.status for name, cell in row.cells.items()}
    fits = {2: "native", 3: "smem-exceeded"}
    assert found == {"sm_80": fits[older], "sm_90a": fits[newer]}
