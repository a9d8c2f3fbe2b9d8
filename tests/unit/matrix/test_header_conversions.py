"""Conversions of the CUDA headers: an instruction where the target has it, software elsewhere, and refused nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.model.verdict import NoteKind, Status
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.model.report import Report

CODE = """#include <cuda_fp4.h>
#if __CUDA_ARCH__ >= 1200 && __CUDA_ARCH__ < 1300
#define FP4_PATH
#endif
__global__ void guarded(const float* x, unsigned short* y) {
#ifdef FP4_PATH
  __nv_fp4x4_e2m1 q(make_float4(x[0], x[1], x[2], x[3]));
  y[0] = q.__x;
#else
  y[0] = (unsigned short)x[0];
#endif
}
__global__ void always(const float* x, unsigned char* y) {
  y[0] = __nv_cvt_float2_to_fp4x2(make_float2(x[0], x[1]), __NV_E2M1, cudaRoundNearest);
}
__global__ void none(const float* x, unsigned short* y) { y[0] = x[0]; }
"""


def scan(root: Path, archs: str) -> Report:
    (root / "q.cu").write_text(CODE)
    (root / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.26)\nproject(x LANGUAGES CUDA)\nadd_library(k q.cu)\n"
        f'set_target_properties(k PROPERTIES CUDA_ARCHITECTURES "{archs}")\n'
    )
    return run_scan(ScanOptions(root, to=("9.0", "10.0", "11.0", "12.0"), cuda="13.0", decisions=False))


def noted(report: Report, kernel: str, kind: NoteKind) -> set[str]:
    [row] = [row for row in report.kernels if row.name == kernel]
    return {device for device, cell in row.cells.items() if kind in {note.kind for note in cell.notes}}


@pytest.mark.parametrize("kernel", ["guarded", "always"])
def test_a_device_with_the_instruction_that_runs_another_path_is_degraded(tmp_path: Path, kernel: str) -> None:
    report = scan(tmp_path, "90-virtual;120a-real")
    assert noted(report, kernel, NoteKind.DEGRADED) == {"sm_100", "sm_110"}
    assert noted(report, "none", NoteKind.DEGRADED) == set()


def test_a_plain_target_computes_in_software(tmp_path: Path) -> None:
    report = scan(tmp_path, "90;100;120f")
    assert noted(report, "always", NoteKind.SUFFIX_LOST) == {"sm_100", "sm_110"}  # 11.0 compiles PTX of plain 100
    assert noted(report, "always", NoteKind.DEGRADED) == {"sm_100", "sm_110"}


def test_the_toolkit_refuses_it_nowhere(tmp_path: Path) -> None:
    report = scan(tmp_path, "75;80;90;100;120")
    assert report.build_breaks == ()
    assert {cell.status for row in report.kernels for cell in row.cells.values()} == {Status.NATIVE, Status.PTX_JIT}
