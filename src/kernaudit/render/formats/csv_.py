"""CSV: one line per kernel and device, for spreadsheets, with what to do about the pins that hold the kernel.

A pin without a kernel (a project of which the tree holds nothing) has lines of its own.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from kernaudit.render.base import Format
from kernaudit.render.plain import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.decision import Decision, Pin
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
    "pin",
    "owner",
    "answer",
    "cheapest",
    "decision",
)
_FORMULA_STARTERS = ("=", "+", "-", "@", "\t", "\r")


def _render(report: Report, view: View) -> str:  # noqa: ARG001 - every view has the same lines
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEADER)
    pins = {pin.id: pin for pin in report.pins}
    settled = _by_kernel(report, pins)
    for kernel in report.kernels:
        for device, cell in kernel.cells.items():
            decided = _decided(settled.get((kernel.id, device), ()), pins)
            writer.writerow([_safe(value) for value in (*_fields(kernel, device, cell), *decided)])
    for one in report.decisions:
        if not pins[one.pin].matched:
            writer.writerow([_safe(value) for value in (*_alone(pins[one.pin], one), *_decided([one], pins))])
    return out.getvalue()


def _by_kernel(report: Report, pins: Mapping[str, Pin]) -> dict[tuple[str, str], list[Decision]]:
    found: dict[tuple[str, str], list[Decision]] = {}
    for one in report.decisions:
        for kernel in pins[one.pin].matched:
            found.setdefault((kernel, one.device), []).append(one)
    return found


def _decided(decisions: Sequence[Decision], pins: Mapping[str, Pin]) -> Iterable[str]:
    yield "; ".join(one.pin for one in decisions)
    yield "; ".join(dict.fromkeys(pins[one.pin].owner or "" for one in decisions))
    yield "; ".join(one.answer for one in decisions)
    yield "; ".join(one.cheapest or "" for one in decisions)
    yield "; ".join(one.line for one in decisions)


def _alone(pin: Pin, decision: Decision) -> Iterable[str]:
    """The columns of a kernel for a pin that has none."""
    place = pin.location
    at = {"file": place.file, "line": str(place.line)} if place is not None else {}
    known = {**at, "device": decision.device}
    return (known.get(name, "") for name in _HEADER[: _HEADER.index("pin")])


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
