"""What does not run, and why: the evidence of families, which stands in the file and needs no script.

The script puts the evidence of every kernel in its place when an entry is opened or the page is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.verdict import Layer, Status
from kernaudit.render.html.looks import status_look
from kernaudit.render.html.matrix import why_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kernaudit.model.report import FamilyCell, FamilyRow, Report
    from kernaudit.model.verdict import Reason
    from kernaudit.render.html.looks import Look

__all__ = ["Failure", "FamilyFailures", "failures_of"]

_LAYERS: Mapping[Status, tuple[Layer, ...]] = {
    Status.MISSING_INSTRUCTION: (Layer.INSTRUCTION,),
    Status.NOT_BUILT: (Layer.BUILD,),
    Status.GUARDED_OUT: (Layer.GUARD,),
    Status.SMEM_EXCEEDED: (Layer.SMEM,),
    Status.RUNTIME_REJECTED: (Layer.HOST, Layer.PYTHON),
}
"""Which layer decided; for `unknown` it may be any, and the reason names its rule."""
_REASONS = 2
"""Deciding reasons that stand in the file for a family; the script has the chains of its kernels."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The worst status of a family with what decided it, and the devices on which it is that."""

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
    """Devices with the same status stand together, with the reasons on the first of them."""
    same: dict[Status, tuple[list[str], FamilyCell]] = {}
    for device in report.devices:
        cell = family.cells[device.id]
        if not cell.status.runs:
            same.setdefault(cell.status, ([], cell))[0].append(device.capability)
    for status, (devices, first) in same.items():
        yield Failure(status_look(status), tuple(devices), _deciding(first))


def _deciding(cell: FamilyCell) -> tuple[Reason, ...]:
    layers = _LAYERS.get(cell.status)
    found = [one for one in cell.reasons if (one.rule is not None if layers is None else one.layer in layers)]
    return tuple(found or cell.reasons)[-_REASONS:]
