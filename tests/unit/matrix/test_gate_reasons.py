"""The evidence of a gate is of the column it stands in: no list that only another device asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path


def gate_texts(root: Path, request: str | None) -> set[str]:
    (root / "q.cu").write_text("__global__ void k(float* p) { p[0] = 1; }\n")
    (root / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.26)\nproject(x LANGUAGES CUDA)\nadd_library(m q.cu)\n"
        'set_target_properties(m PROPERTIES CUDA_ARCHITECTURES "90a-real")\n'
    )
    report = run_scan(ScanOptions(root, to=("9.0", "10.0"), cuda="13.0", request=request, decisions=False))
    cells = [cell for row in report.kernels for cell in row.cells.values()]
    return {reason.text for cell in cells for reason in cell.reasons if reason.text.startswith("m: ")}


def test_a_fixed_list_is_made_of_no_request(tmp_path: Path) -> None:
    assert gate_texts(tmp_path, None) == {"m: 90a-real"}


def test_the_users_own_request_is_no_part_of_it_either(tmp_path: Path) -> None:
    assert gate_texts(tmp_path, "9.0") == {"m: 90a-real"}
