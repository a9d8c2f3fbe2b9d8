"""CSV: one line per kernel and device, for spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from kernaudit.render.base import Format
from kernaudit.render.plain import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.report import KernelRow, Report
    from kernaudit.model.verdict import Cell
    from kernaudit.render.base import View

__all__ = ["FORMAT"]

_HEADER = (
    "kernel",
    "family",
    "build_targets",
    "file",
    "line",
    "device",
    "status",
    "detail",
    "also",
    "image",
    "if_rebuilt",
    "remedies",
    "notes",
    "reason",
    "reason_at",
)
_FORMULA_STARTERS = ("=", "+", "-", "@", "\t", "\r")


def _render(report: Report, view: View) -> str:  # noqa: ARG001 - every view has the same lines
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEADER)
    for kernel in report.kernels:
        for device, cell in kernel.cells.items():
            writer.writerow([_safe(value) for value in _fields(kernel, device, cell)])
    return out.getvalue()


def _fields(kernel: KernelRow, device: str, cell: Cell) -> Iterable[str]:
    decisive = next((reason for reason in cell.reasons if reason.location is not None), None)
    yield kernel.id
    yield kernel.family or ""
    yield " ".join(kernel.build_targets)
    yield kernel.file or ""
    yield "" if kernel.line is None else str(kernel.line)
    yield device
    yield cell.status
    yield cell.detail or ""
    yield " ".join(cell.also)
    yield cell.image or ""
    yield "" if cell.if_rebuilt is None else cell.if_rebuilt.status
    yield " ".join(remedy.kind for remedy in cell.remedies)
    yield " ".join(note.kind for note in cell.notes)
    yield "; ".join(reason.text for reason in cell.reasons)
    yield "" if decisive is None else str(decisive.location)


def _safe(value: str) -> str:
    """Keep a spreadsheet from running what a tree's author wrote as a formula."""
    text = printable(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTERS) else text


FORMAT = Format("csv", ("csv",), _render)
