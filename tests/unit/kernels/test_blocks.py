"""Blocks of more threads than a device allows (CUDA C++ Programming Guide, technical specifications: 1,024)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.model.verdict import Cell

BUILD = """project(x LANGUAGES CUDA CXX)
set(CMAKE_CUDA_ARCHITECTURES 80-real 90a-real)
add_library(a k.cu)
"""
HEADER = "#define MANY 2048\nconstexpr int SIDE = 64;\nenum { FEW = 512 };\n"
TEMPLATE = "template <int N> void go(float* p) {{ k<<<1, N>>>(p); }}\nvoid run(float* p) {{ go<{}>(p); }}\n"


def cells(root: Path, host: str) -> dict[str, Cell]:
    (root / "CMakeLists.txt").write_text(BUILD)
    (root / "h.h").write_text(HEADER)
    kernel = "__global__ void k(float* p) { p[threadIdx.x] = 1; }\n"
    host = host if "void run" in host else f"void run(float* p, int n, cudaDeviceProp prop) {{ {host} }}\n"
    (root / "k.cu").write_text(f'#include "h.h"\n{kernel}{host}')
    [row] = run_scan(ScanOptions(root, to=("8.0", "9.0"), cache=False, jobs=1)).kernels
    return dict(row.cells)


def statuses(root: Path, host: str) -> set[str]:
    return {cell.status.value for cell in cells(root, host).values()}


@pytest.mark.parametrize(
    "host",
    [
        "k<<<1, 2048>>>(p);",
        "k<<<1, 1025>>>(p);",
        "k<<<1, dim3(64, 32)>>>(p);",
        "dim3 block(8, 16, 16); k<<<1, block>>>(p);",
        "dim3 block; block.x = 64; block.y = 32; k<<<1, block>>>(p);",
        "dim3 block{SIDE, SIDE}; k<<<1, block, 0, 0>>>(p);",
        "k<<<1, MANY>>>(p);",
        "const int warps = SIDE; k<<<1, warps * 32>>>(p);",
        "cudaLaunchConfig_t c{}; c.blockDim = dim3(64, 64); cudaLaunchKernelEx(&c, k, p);",
        "void* args[] = {&p}; cudaLaunchKernel((void*)k, dim3(1), dim3(32, 32, 2), args, 0, 0);",
        "if (n > 4) { k<<<1, FEW * 4>>>(p); }",
        TEMPLATE.format(2048),
    ],
)
def test_a_launch_of_too_large_a_block_always_fails(tmp_path: Path, host: str) -> None:
    found = cells(tmp_path, host)
    assert {cell.status.value for cell in found.values()} == {"runtime-rejected"}
    [reason] = [one for one in found["sm_80"].reasons if one.layer.value == "host"]
    assert "above the 1,024" in reason.text
    assert [one.kind.value for one in found["sm_80"].remedies] == ["resize"]


@pytest.mark.parametrize(
    "host",
    [
        "k<<<1, 1024>>>(p);",
        "k<<<2048, 256>>>(p);",
        "k<<<dim3(64, 64), dim3(32, 32)>>>(p);",
        "dim3 block(n, 2); k<<<1, block>>>(p);",
        "k<<<1, n * 2048>>>(p);",
        "k<<<1, n > 1024 ? 1024 : n>>>(p);",
        "k<<<1, MANY / 2>>>(p);",
        "k<<<1, prop.maxThreadsPerBlock>>>(p);",
        TEMPLATE.format(1024),
        "cudaLaunchConfig_t c{}; c.gridDim = dim3(64, 64); c.blockDim = dim3(64); cudaLaunchKernelEx(&c, k, p);",
    ],
)
def test_a_block_that_fits_or_is_not_known_is_no_fault(tmp_path: Path, host: str) -> None:
    assert statuses(tmp_path, host) == {"native"}


def test_a_launch_that_a_device_does_not_reach_says_nothing_there(tmp_path: Path) -> None:
    found = cells(tmp_path, "if (prop.major >= 9) { k<<<1, 2048>>>(p); } else { k<<<1, 512>>>(p); }")
    assert {device: cell.status.value for device, cell in found.items()} == {
        "sm_80": "native",
        "sm_90a": "runtime-rejected",
    }


BOUNDED = """constexpr int MOST = 128;
__global__ void __launch_bounds__(256) plain(float* p) { p[threadIdx.x] = 1; }
__global__ __launch_bounds__(MOST, 2) void named(float* p) { p[threadIdx.x] = 2; }
template <int N> __global__ void __launch_bounds__(N * 32) warps(float* p) { p[threadIdx.x] = N; }
template <int N> __global__ void many(float* p) { p[threadIdx.x] = N; }
"""


def by_row(root: Path, host: str) -> dict[str, set[str]]:
    (root / "CMakeLists.txt").write_text(BUILD)
    (root / "k.cu").write_text(f"{BOUNDED}void run(float* p, int n) {{ {host} }}\n")
    rows = run_scan(ScanOptions(root, to=("8.0", "9.0"), cache=False, jobs=1)).kernels
    return {row.name: {cell.status.value for cell in row.cells.values()} for row in rows}


@pytest.mark.parametrize(
    ("host", "row", "status"),
    [
        ("plain<<<1, 257>>>(p);", "plain", "runtime-rejected"),
        ("plain<<<1, dim3(32, 16)>>>(p);", "plain", "runtime-rejected"),
        ("plain<<<1, 256>>>(p);", "plain", "native"),
        ("plain<<<1, n>>>(p);", "plain", "native"),
        ("named<<<1, 256>>>(p);", "named", "runtime-rejected"),
        ("named<<<1, MOST>>>(p);", "named", "native"),
        ("warps<2><<<1, 128>>>(p);", "warps", "runtime-rejected"),
        ("warps<4><<<1, 128>>>(p);", "warps", "native"),
    ],
)
def test_launch_bounds_of_the_kernel_hold_too(tmp_path: Path, host: str, row: str, status: str) -> None:
    # CUDA C++ Programming Guide, Launch Bounds: a launch with more threads than the bound fails
    assert by_row(tmp_path, host)[row] == {status}


def test_the_reason_names_the_bounds(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(BUILD)
    (tmp_path / "k.cu").write_text(f"{BOUNDED}void run(float* p) {{ plain<<<1, 512>>>(p); }}\n")
    rows = {row.name: row for row in run_scan(ScanOptions(tmp_path, to=("8.0",), cache=False, jobs=1)).kernels}
    [reason] = [one for one in rows["plain"].cells["sm_80"].reasons if one.layer.value == "host"]
    assert "512 threads is above the 256 that __launch_bounds__" in reason.text


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        (
            "warps<2><<<1, 128>>>(p); warps<4><<<1, 128>>>(p);",
            {"warps<2>": {"runtime-rejected"}, "warps<4>": {"native"}},
        ),
        (
            "many<1><<<1, 2048>>>(p); many<2><<<1, 64>>>(p);",
            {"many<1>": {"runtime-rejected"}, "many<2>": {"native"}},
        ),
    ],
)
def test_an_instantiation_that_never_launches_hides_behind_no_other(
    tmp_path: Path, host: str, expected: dict[str, set[str]]
) -> None:
    name = next(iter(expected)).partition("<")[0]
    found = {row: status for row, status in by_row(tmp_path, host).items() if row.startswith(name)}
    assert found == expected


def test_blocks_of_names_that_mean_each_other_come_to_an_end(tmp_path: Path) -> None:
    """Eight names of which each is made of all the others: to follow every way would take more than an hour."""
    names = [f"side{index}" for index in range(8)]
    loops = "".join(f"int {one} = {' + '.join(o for o in names if o != one)};\n" * 6 for one in names)
    assert statuses(tmp_path, f"{loops} k<<<1, side0 * side1>>>(p);") == {"native"}
