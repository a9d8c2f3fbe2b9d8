"""The answers of `answers.yaml`, each worked out from the sources of a public release, held against its report."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan
from realworld import trees

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.model.report import KernelRow, Report
    from kernaudit.model.verdict import Cell, Note

SETS = yaml.safe_load(Path(__file__).with_name("answers.yaml").read_text(encoding="utf-8"))
EXACT = {"status", "detail", "also", "image", "remedies", "target"}


@cache
def _report(number: int) -> Report:
    asked = SETS[number]
    try:
        root = trees.tree(asked["release"]) / asked.get("root", ".")
    except trees.TreeUnavailableError as error:
        pytest.skip(str(error))
    return run_scan(
        ScanOptions(
            root,
            to=("all",),
            cuda=asked["cuda"],
            request=asked.get("request"),
            defines=asked.get("defines", {}),
            exclude=tuple(asked.get("exclude", ())),
            code=CodeReading.ALWAYS,
            decisions=False,
        )
    )


def _rows() -> Iterator[Any]:
    for number, asked in enumerate(SETS):
        for row in asked["rows"]:
            name = next(row[kind] for kind in ("kernel", "op", "family") if kind in row)
            yield pytest.param(number, row, id=f"{asked['release']}-{number}-{name}")


@pytest.mark.parametrize(("number", "row"), list(_rows()))
def test_answers(number: int, row: dict[str, Any]) -> None:
    report = _report(number)
    ids = {device.capability: device.id for device in report.devices}
    cells = _cells(report, row)
    wrong = []
    for devices, wanted in row["cells"].items():
        for device in str(devices).split():
            expected = {"status": wanted} if isinstance(wanted, str) else wanted
            found = {key: _found(cells[ids[device]], key, value) for key, value in expected.items()}
            wrong += [(device, key, found[key]) for key, value in expected.items() if found[key] != value]
    assert wrong == []


def _cells(report: Report, row: dict[str, Any]) -> Any:
    if "op" in row:
        return next(one for one in report.ops if one.name == row["op"]).cells
    if "family" in row:
        return next(one for one in report.families if one.id == row["family"]).cells
    return _kernel(report, row["kernel"]).cells


def _kernel(report: Report, ending: str) -> KernelRow:
    found = [one for one in report.kernels if one.id.endswith(ending)]
    assert len(found) == 1, (ending, [one.id for one in found])
    return found[0]


def _found(cell: Cell, key: str, wanted: Any) -> Any:
    """What a cell has of one thing; of lists that need not be complete, what of the wanted is there."""
    if key == "rebuilt":
        return {inner: _found(cell.if_rebuilt, inner, value) for inner, value in wanted.items()}
    if key == "notes":
        return [kind for kind in wanted if kind in _kinds(cell.notes)]
    if key == "without":
        return [kind for kind in wanted if kind not in _kinds(cell.notes)]
    if key == "text":
        return wanted if any(wanted in reason.text for reason in cell.reasons) else None
    assert key in EXACT, key
    value = [one.kind for one in cell.remedies] if key == "remedies" else getattr(cell, key)
    return [str(one) for one in value] if isinstance(value, list | tuple) else None if value is None else str(value)


def _kinds(notes: tuple[Note, ...]) -> set[str]:
    return {str(note.kind) for note in notes}
