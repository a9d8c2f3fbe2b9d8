"""A build that does not finish says nothing of the builds beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

flags = ["-gencode", "arch=compute_80,code=sm_80"{more}]
setup(ext_modules=[CUDAExtension("{name}", ["k.cu"{other}], extra_compile_args={{"nvcc": flags}})])
"""


def _project(root: Path, name: str, more: str = "", other: str = "") -> None:
    (root / name).mkdir()
    (root / name / "setup.py").write_text(SETUP.format(name=name, more=more, other=other))
    (root / name / "k.cu").write_text(f"__global__ void {name}(float* x) {{ x[0] = 1; }}\n")


def test_a_break_is_noted_on_the_cells_of_its_own_build_alone(tmp_path: Path) -> None:
    _project(tmp_path, "whole")
    _project(tmp_path, "broken", ', "-gencode", "arch=compute_70,code=sm_70"', ', "other.cu"')
    (tmp_path / "broken" / "other.cu").write_text("__global__ void other(float* x) { x[0] = 1; }\n")
    report = run_scan(ScanOptions(tmp_path, to=("8.0",), cuda="13.0", cache=False, jobs=1))
    cells = {row.name: row.cells["sm_80"] for row in report.kernels}
    assert {name: (cell.status, [one.kind for one in cell.notes]) for name, cell in cells.items()} == {
        "whole": ("native", []),
        "broken": ("native", ["build-break"]),
        "other": ("native", ["build-break"]),
    }
    assert {one.source for one in report.build_breaks} == {"broken/k.cu", "broken/other.cu"}
    assert not report.summary.finishes
