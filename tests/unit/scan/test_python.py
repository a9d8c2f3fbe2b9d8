"""Python files in a scan: rows and gates, and nothing of them ever runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

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
