"""A report of chosen columns says of each what the whole report says."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.model.report import Report
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

CMAKE = """cmake_minimum_required(VERSION 3.26)
project(x LANGUAGES CUDA)
if(CMAKE_CUDA_ARCHITECTURES MATCHES "90")
  set(WITH -DWITH_HOPPER)
endif()
add_library(core core.cu)
target_compile_options(core PRIVATE ${WITH})
"""
CODE = """
#ifdef WITH_HOPPER
__global__ void hopper(float* x) { x[0] = 1; }
#endif
__global__ void any(float* x) { x[0] = 2; }
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / "core.cu").write_text(CODE)
    return tmp_path


def _scan(tree: Path, *devices: str, today: str | None = None) -> Report:
    return run_scan(ScanOptions(tree, to=devices, from_=today, request="8.0;9.0", jobs=1, cache=False))


def test_rows_and_cells_do_not_hang_on_the_columns_shown(tree: Path) -> None:
    whole = _scan(tree, "all")
    alone = _scan(tree, "12.0")
    assert [one.id for one in alone.kernels] == [one.id for one in whole.kernels]
    for one, other in zip(alone.kernels, whole.kernels, strict=True):
        assert one.cells == {"sm_120": other.cells["sm_120"]}


def test_columns_stand_in_the_order_asked_for(tree: Path) -> None:
    report = _scan(tree, "10.0", "8.0", today="h100")
    assert [one.id for one in report.devices] == ["sm_90a", "sm_100", "sm_80"]
    assert (report.input.from_, report.input.to) == ("sm_90a", ("sm_100", "sm_80"))
    assert all(list(one.cells) == ["sm_90a", "sm_100", "sm_80"] for one in (*report.kernels, *report.families))
    assert set(report.summary.by_status) == {"sm_90a", "sm_100", "sm_80"}
