"""Python files in a scan: rows and gates, and nothing of them ever runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from kernaudit.kernels.python.read import PythonReader
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from kernaudit.kernels.python.survey import PythonSurvey

KERNEL = "import triton\nimport triton.language as tl\n\n@triton.jit\ndef fill(x):\n    tl.store(x, 1)\n"


def test_a_scan_runs_and_imports_nothing(tmp_path: Path) -> None:
    mark, tree = tmp_path / "mark", tmp_path / "tree"
    tree.mkdir()
    trap = f"import pathlib\npathlib.Path({str(mark)!r}).write_text('ran')\n"
    for name in ("setup.py", "conftest.py", "sitecustomize.py", "noxfile.py"):
        (tree / name).write_text(trap)
    (tree / "planted.pth").write_text(f"import pathlib; pathlib.Path({str(mark)!r}).write_text('ran')\n")
    (tree / "planted_kernels.py").write_text(trap + KERNEL)
    report = run_scan(ScanOptions(tree, to=("8.0", "9.0"), cache=False))
    assert [(row.name, str(row.language), str(row.source_kind)) for row in report.kernels] == [
        ("fill", "triton", "jit")
    ]
    assert not mark.exists()
    assert "planted_kernels" not in sys.modules


def test_rows_have_a_family_and_count(tmp_path: Path) -> None:
    (tmp_path / "ops").mkdir()
    (tmp_path / "ops/fill.py").write_text(KERNEL)
    report = run_scan(ScanOptions(tmp_path, to=("7.5", "9.0"), cache=False))
    (family,) = report.families
    assert (family.name, family.id, family.kernels) == ("ops", "ops (Python)", (report.kernels[0].id,))
    assert {device: str(cell.status) for device, cell in family.cells.items()} == {
        "sm_75": "runtime-rejected",
        "sm_90a": "native",
    }
    assert report.summary.kernels == 1


def test_a_second_scan_sees_a_change(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(KERNEL)
    first = run_scan(ScanOptions(tmp_path, to=("9.0",)))
    (tmp_path / "a.py").write_text(KERNEL.replace("def fill", "def other"))
    second = run_scan(ScanOptions(tmp_path, to=("9.0",)))
    assert [row.name for row in (*first.kernels, *second.kernels)] == ["fill", "other"]


GATED = """import torch
from ops import fill

def launch(x):
    if torch.cuda.get_device_capability() >= (9, 0):
        fill[(1,)](x)
"""


def _statuses(folder: Path) -> dict[str, str]:
    report = run_scan(ScanOptions(folder, to=("8.0", "9.0"), jobs=1))
    return {device: str(cell.status) for row in report.kernels for device, cell in row.cells.items()}


@pytest.fixture
def readings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the surveys that are made, with a cache of the test's own."""
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
    made: list[int] = []
    read = PythonReader.read

    def counted(self: PythonReader, paths: Iterable[str]) -> PythonSurvey:
        made.append(1)
        return read(self, paths)

    monkeypatch.setattr(PythonReader, "read", counted)
    return made


@pytest.mark.parametrize(
    ("path", "text", "again", "then"),
    [
        ("other.py", "def helper():\n    return 2\n", False, "runtime-rejected"),
        ("other.py", "from ops import fill\nfill[(1,)](0)\n", True, "native"),
        ("other.py", "import torch\ntorch.cuda.get_device_capability()\n", True, "runtime-rejected"),
        ("launch.py", GATED.replace("(9, 0)", "(8, 0)"), True, "native"),
        ("ops.py", KERNEL + "\n", True, "runtime-rejected"),
    ],
    ids=["nothing to do with it", "a call that no test guards", "a new question", "another test", "the kernel"],
)
def test_a_change_elsewhere_leaves_the_survey(
    tmp_path: Path, readings: list[int], path: str, text: str, again: bool, then: str
) -> None:
    """A gate keeps 8.0 from the kernel; a file without kernels and gates counts only by what it calls."""
    for name, held in {"ops.py": KERNEL, "launch.py": GATED, "other.py": "def helper():\n    return 1\n"}.items():
        (tmp_path / name).write_text(held)
    assert _statuses(tmp_path) == {"sm_80": "runtime-rejected", "sm_90a": "native"}
    (tmp_path / path).write_text(text)
    assert _statuses(tmp_path) == {"sm_80": then, "sm_90a": "native"}
    assert len(readings) == (2 if again else 1)


def test_a_call_that_goes_makes_the_survey_void(tmp_path: Path, readings: list[int]) -> None:
    (tmp_path / "ops.py").write_text(KERNEL)
    (tmp_path / "launch.py").write_text(GATED)
    (tmp_path / "other.py").write_text("from ops import fill\nfill[(1,)](0)\n")
    assert _statuses(tmp_path)["sm_80"] == "native"
    (tmp_path / "other.py").write_text("pass\n")
    assert _statuses(tmp_path)["sm_80"] == "runtime-rejected"
    assert len(readings) == 2
