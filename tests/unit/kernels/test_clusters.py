"""Clusters above the portable size: without the attribute that allows them a launch fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

BUILD = """project(x LANGUAGES CUDA CXX)
set(CMAKE_CUDA_ARCHITECTURES 90a-real 100a-real)
add_library(a k.cu)
"""
ALLOW = "cudaFuncSetAttribute(k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);"


def statuses(root: Path, head: str, host: str = "") -> dict[str, str]:
    (root / "CMakeLists.txt").write_text(BUILD)
    kernel = f"__global__ void {head} k(float* p) {{ p[threadIdx.x] = 1; }}\n"
    (root / "k.cu").write_text(f"{kernel}void run(float* p) {{ {host} k<<<16, 128>>>(p); }}\n")
    [row] = run_scan(ScanOptions(root, to=("9.0", "10.0"), cache=False, jobs=1)).kernels
    return {device: cell.status.value for device, cell in row.cells.items()}


@pytest.mark.parametrize("dims", ["16, 1, 1", "1, 16, 1", "4, 3", "9"])
def test_a_cluster_above_the_portable_size_is_not_known_to_launch(tmp_path: Path, dims: str) -> None:
    assert statuses(tmp_path, f"__cluster_dims__({dims})") == {"sm_90a": "unknown", "sm_100": "unknown"}


@pytest.mark.parametrize(("dims", "host"), [("8, 1, 1", ""), ("2, 2, 2", ""), ("16, 1, 1", ALLOW)])
def test_a_portable_cluster_and_one_that_host_code_allows_run(tmp_path: Path, dims: str, host: str) -> None:
    assert set(statuses(tmp_path, f"__cluster_dims__({dims})", host).values()) == {"native"}
