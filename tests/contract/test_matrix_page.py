"""Every example of docs/matrix.md gives the cell that the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernaudit.model.verdict import NoteKind, Status
from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

PAGE = Path(__file__).parents[2] / "docs" / "matrix.md"
HEAD = "cmake_minimum_required(VERSION 3.26)\nproject(x LANGUAGES CXX CUDA)\n"
SECTION = re.compile(r"^### `([a-z-]+)`\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
RESULT = re.compile(r"^([a-z0-9-]+): `([a-z-]+)`(?: \(`([a-z-]+)`\))?(?: with (.*))?$", re.MULTILINE)
SECTIONS = dict(SECTION.findall(PAGE.read_text(encoding="utf-8")))
EXAMPLES = [name for name, text in SECTIONS.items() if "```cuda" in text]


def test_every_status_and_note_is_explained() -> None:
    assert list(SECTIONS) == [*Status, *(one for one in SECTIONS if one in list(NoteKind))]
    assert set(SECTIONS) == {*Status, *NoteKind}
    assert {*EXAMPLES} >= {*Status}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_gives_that_cell(name: str, tmp_path: Path) -> None:
    text = SECTIONS[name]
    result = RESULT.search(text)
    assert result, "the line that says what comes out"
    build, code = (re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL) for kind in ("cmake", "cuda"))
    assert build
    assert code
    (tmp_path / "CMakeLists.txt").write_text(HEAD + build[1])
    (tmp_path / "k.cu").write_text(code[1])
    if other := re.search(r"```other\n(.*?)```", text, re.DOTALL):
        (tmp_path / "other.cu").write_text(other[1])
    options = ScanOptions(tmp_path, to=(result[1],), code=CodeReading.ALWAYS, cache=False, jobs=1)
    row = next(one for one in run_scan(options).kernels if one.name == "k")
    (cell,) = row.cells.values()
    assert (cell.status.value, cell.detail.value if cell.detail and result[3] else None) == (result[2], result[3])
    assert {note.kind.value for note in cell.notes} >= set(re.findall(r"`([a-z-]+)`", result[4] or ""))
    assert name in {cell.status.value, *(note.kind.value for note in cell.notes)}
