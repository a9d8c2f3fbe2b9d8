"""Static shared memory: what the assembler refuses, and what is added to what a launch asks for.

The refusals are those of the assembler of CUDA 13.0: 64 KiB are too much for sm_80 and sm_90, not for sm_90a.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

BUILD = "project(x LANGUAGES CUDA)\nset(CMAKE_CUDA_ARCHITECTURES {})\nadd_library(a k.cu)\n"
LARGE = """\
__global__ void k(float* p) {
  __shared__ float tile[16384];
  tile[threadIdx.x] = p[1];
  __syncthreads();
  p[0] = tile[3];
}
void run(float* p) { k<<<1, 128>>>(p); }
"""
BOTH = """\
__global__ void k(float* p) {
  __shared__ float tile[8192];
  extern __shared__ float more[];
  more[threadIdx.x] = tile[threadIdx.x] = p[1];
  __syncthreads();
  p[0] = tile[3] + more[5];
}
void run(float* p) {
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
  k<<<1, 128, BYTES>>>(p);
}
"""


def status(root: Path, archs: str, text: str, device: str) -> str:
    (root / "CMakeLists.txt").write_text(BUILD.format(archs))
    (root / "k.cu").write_text(text)
    [row] = run_scan(ScanOptions(root, to=(device,), cache=False, jobs=1)).kernels
    [cell] = row.cells.values()
    return cell.status.value


@pytest.mark.parametrize(
    ("archs", "device", "expected"),
    [("80", "8.0", "smem-exceeded"), ("90", "9.0", "smem-exceeded"), ("90a", "9.0", "native")],
)
def test_more_than_the_assembler_allows_is_refused(tmp_path: Path, archs: str, device: str, expected: str) -> None:
    assert status(tmp_path, archs, LARGE, device) == expected


@pytest.mark.parametrize(
    ("size", "expected"), [("67 * 1024", "native"), ("67 * 1024 + 4", "smem-exceeded"), ("99 * 1024", "smem-exceeded")]
)
def test_a_launch_needs_room_for_both(tmp_path: Path, size: str, expected: str) -> None:
    assert status(tmp_path, "120", BOTH.replace("BYTES", size), "12.0") == expected


def test_a_kernel_of_a_header_counts(tmp_path: Path) -> None:
    kernel, run = LARGE.split("void run")
    (tmp_path / "k.cuh").write_text(kernel)
    assert status(tmp_path, "80", f'#include "k.cuh"\nvoid run{run}', "8.0") == "smem-exceeded"


def test_a_template_that_the_unit_does_not_compile_stops_nothing(tmp_path: Path) -> None:
    unused = LARGE.replace("__global__ void k", "template <int N> __global__ void unused").split("void run")[0]
    text = unused + "__global__ void k(float* p) { p[0] = 1; }\n"
    (tmp_path / "CMakeLists.txt").write_text(BUILD.format("80"))
    (tmp_path / "k.cu").write_text(text)
    report = run_scan(ScanOptions(tmp_path, to=("8.0",), cache=False, jobs=1))
    assert report.build_breaks == ()
    assert {row.name: cell.status.value for row in report.kernels for cell in row.cells.values()}["k"] == "native"


def test_a_stub_for_other_targets_takes_nothing_off(tmp_path: Path) -> None:
    body = BOTH.replace("BYTES", "80 * 1024").replace("  p[0] =", "#if __CUDA_ARCH__ >= 900\n  p[0] =")
    head, rest = body.replace("}\nvoid run", "#endif\n}\nvoid run", 1).split("{\n", 1)
    guarded = f"{head}{{\n#if __CUDA_ARCH__ >= 900\n" + rest.replace("#if __CUDA_ARCH__ >= 900\n", "", 1)
    assert status(tmp_path, "80 120", guarded, "12.0") == "smem-exceeded"


@pytest.mark.parametrize(("size", "expected"), [("99 * 1024 - 49152", "native"), ("99 * 1024 - 4096", "unknown")])
def test_an_array_of_unknown_size_may_take_the_room_of_a_launch(tmp_path: Path, size: str, expected: str) -> None:
    """It has at most 48 KiB, or the kernel would never have been built; beside that the launch may not fit."""
    text = "#include <far/away.h>\n" + BOTH.replace("8192", "far::count").replace("BYTES", size)
    assert status(tmp_path, "120", text, "12.0") == expected


@pytest.mark.parametrize(("archs", "breaks"), [("90-virtual", 0), ("90-real", 1), ("90", 1)])
def test_only_the_assembler_counts_static_bytes(tmp_path: Path, archs: str, breaks: int) -> None:
    # nvcc 13.0 takes `-gencode arch=compute_90,code=compute_90` with 64 KiB, and refuses it with a code=sm_90
    (tmp_path / "CMakeLists.txt").write_text(BUILD.format(archs))
    (tmp_path / "k.cu").write_text(LARGE)
    report = run_scan(ScanOptions(tmp_path, to=("9.0",), cache=False, jobs=1))
    assert len(report.build_breaks) == breaks
    [row] = report.kernels
    assert row.cells["sm_90a"].status.value == "smem-exceeded"  # the driver lays it out, and has no more to give
