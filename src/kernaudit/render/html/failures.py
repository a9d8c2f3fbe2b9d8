"""What does not run, and why: the evidence of families, which stands in the file and needs no script.

The script puts the evidence of every kernel in its place when an entry is opened or the page is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.render.html.looks import status_look
from kernaudit.render.html.matrix import why_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.model.report import FamilyCell, FamilyRow, Report
    from kernaudit.model.verdict import Reason
    from kernaudit.render.html.looks import Look

__all__ = ["Failure", "FamilyFailures", "failures_of"]


@dataclass(frozen=True, slots=True)
class Failure:
    """The worst status of a family with its reasons, and the devices on which it is that."""

    look: Look
    devices: tuple[str, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class FamilyFailures:
    """The failures of one family; `id` is its anchor, `number` ties it to the data block."""

    id: str
    number: int
    name: str
    size: int
    entries: tuple[Failure, ...]


def failures_of(report: Report, families: Iterable[FamilyRow]) -> tuple[FamilyFailures, ...]:
    """Return, per family that does not run everywhere, what fails or is unknown and why."""
    told = (
        FamilyFailures(why_id(number), number, family.name, len(family.kernels), tuple(_entries(report, family)))
        for number, family in enumerate(families)
    )
    return tuple(family for family in told if family.entries)


def _entries(report: Report, family: FamilyRow) -> Iterator[Failure]:
    same: dict[tuple[object, ...], tuple[FamilyCell, list[str]]] = {}
    for device in report.devices:
        cell = family.cells[device.id]
        if not cell.status.runs:
            same.setdefault((cell.status, cell.reasons), (cell, []))[1].append(device.capability)
    for cell, devices in same.values():
        yield Failure(status_look(cell.status), tuple(devices), cell.reasons)
