"""Packages with Python kernels in tables: those that run everywhere alike are one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.render.base import RowDetail, View
from kernaudit.render.registry import find_format
from kernaudit.render.rows import matrix_sections
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.model.report import Report

FILL = "import triton\nimport triton.language as tl\n\n@triton.jit\ndef {0}(x):\n    tl.store(x, 1)\n"
FP8 = FILL.replace("tl.store(x, 1)", "tl.store(x, tl.load(x).to(tl.float8e4nv))")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Report:
    tree: Path = tmp_path_factory.mktemp("packages")
    for folder, text in (("a/ops", FILL), ("b/ops", FILL), ("c/layers", FILL), ("d/ops", FP8), ("e/ops", FP8)):
        (tree / folder).mkdir(parents=True)
        (tree / folder / "k.py").write_text(text.format("one") + text.format("two").partition("\n\n")[2])
    return run_scan(ScanOptions(tree, to=("8.0", "9.0"), cache=False, jobs=1))


def test_packages_that_run_everywhere_alike_are_one_row(found: Report) -> None:
    (section,) = matrix_sections(found, RowDetail.FAMILIES)
    assert [row.label for row in section.rows] == ["d/ops ×2", "e/ops ×2", "3 packages ×6"]
    folded = section.rows[-1]
    assert {device: text for device, (text, _) in folded.cells.items()} == {"sm_80": "● native", "sm_90a": "● native"}
    assert folded.size == 6


def test_kernels_are_listed_where_they_are_asked_for(found: Report) -> None:
    (section,) = matrix_sections(found, RowDetail.KERNELS)
    assert [row.label for row in section.rows if row.level == 0] == [
        "a/ops ×2",
        "b/ops ×2",
        "layers ×2",
        "d/ops ×2",
        "e/ops ×2",
    ]


def test_the_table_says_how_to_list_them(found: Report) -> None:
    text = find_format("table").render(found, View(RowDetail.FAMILIES, 80))
    assert "--detail kernels lists them" in text
    assert "--detail kernels lists them" not in find_format("table").render(found, View(RowDetail.KERNELS, 80))


def test_documents_name_every_package(found: Report) -> None:
    text = find_format("csv").render(found, View())
    assert all(f"{folder}/k.py" in text for folder in ("a/ops", "b/ops", "c/layers", "d/ops", "e/ops"))
