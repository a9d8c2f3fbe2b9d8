from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.kernels.collect import UnitCollector
from kernaudit.kernels.survey import UnitSurvey
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

KERNEL = "__global__ void {}(float* o) {{ o[0] = 1; }}\n"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "CMakeLists.txt").write_text(
        "project(x LANGUAGES CUDA)\nset(CMAKE_CUDA_ARCHITECTURES 90)\nadd_library(a good.cu bad.cu)\n"
    )
    (tmp_path / "good.cu").write_text(KERNEL.format("good"))
    (tmp_path / "bad.cu").write_text(KERNEL.format("bad"))
    collect = UnitCollector.collect

    def stumbling(self: UnitCollector, unit: str, defines: dict[str, str]) -> UnitSurvey:
        if unit == "bad.cu":
            raise IndexError(unit)
        return collect(self, unit, defines)

    monkeypatch.setattr(UnitCollector, "collect", stumbling)
    return tmp_path


def test_a_fault_of_the_reader_costs_one_unit(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KERNAUDIT_DEBUG", raising=False)
    report = run_scan(ScanOptions(tree, to=("9.0",), cache=False, jobs=1))
    assert [(row.name, row.cells["sm_90a"].status.value) for row in report.kernels] == [("good", "native")]
    assert [(one.path, one.reason.value) for one in report.skipped] == [("bad.cu", "parse-error")]


def test_who_looks_for_the_fault_sees_it(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNAUDIT_DEBUG", "1")
    with pytest.raises(IndexError):
        run_scan(ScanOptions(tree, to=("9.0",), cache=False, jobs=1))
