"""Assumptions name the kernels that they touch."""

from __future__ import annotations

from pathlib import Path

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

CMAKE = """cmake_minimum_required(VERSION 3.26)
project(x LANGUAGES CUDA)
include(FetchContent)
FetchContent_Declare(attention GIT_REPOSITORY https://example.org/attention.git GIT_TAG v1)
FetchContent_MakeAvailable(attention)
add_library(core core.cu)
execute_process(COMMAND some-tool OUTPUT_VARIABLE HOPPER)
if(HOPPER)
  target_sources(core PRIVATE hopper.cu)
endif()
"""


def test_a_condition_and_a_fetched_project_name_their_kernels(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    for name in ("core", "hopper"):
        (tmp_path / f"{name}.cu").write_text(f"__global__ void {name}(float* x) {{ x[0] = 1; }}\n")
    report = run_scan(ScanOptions(tmp_path, to=("9.0",), jobs=1, cache=False))
    touched = {one.assumption.kind.value: one.affects for one in report.assumptions}
    assert touched["external"] == ("<external>/attention#attention",)
    assert touched["unknown-condition"] == ("hopper.cu#hopper",)
    assert touched.get("compiler-default", ()) == ()
