"""Counts over the rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kernaudit.model.build import BuildStatus
from kernaudit.model.report import Summary
from kernaudit.model.verdict import Layer, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.model.report import BuildBreak, DeviceColumn, FamilyRow, KernelRow
    from kernaudit.model.verdict import Cell

__all__ = ["summarise"]

_UNDECIDED = {
    Layer.SMEM: "shared-memory-size",
    Layer.HOST: "host-test",
    Layer.PYTHON: "python-test",
    Layer.GUARD: "body-not-decided",
}


def summarise(
    devices: Sequence[DeviceColumn],
    families: Sequence[FamilyRow],
    kernels: Sequence[KernelRow],
    breaks: Sequence[BuildBreak],
) -> Summary:
    """Count the kernels per device and status, and the unknown cells by what was missing."""
    by_status = {device.id: _counts(kernel.cells[device.id].status for kernel in kernels) for device in devices}
    unknown = (cell for kernel in kernels for cell in kernel.cells.values() if cell.status is Status.UNKNOWN)
    return Summary(
        kernels=len(kernels),
        families=len(families),
        finishes=not breaks and all(device.status is BuildStatus.OK for device in devices),
        by_status=by_status,
        unknown_by_reason=dict(Counter(_missing(cell) for cell in unknown)),
    )


def _counts(statuses: Iterable[Status]) -> dict[Status, int]:
    found = Counter(statuses)
    return {status: found[status] for status in sorted(found, key=lambda one: one.rank)}


def _missing(cell: Cell) -> str:
    """What was missing: the rule that could not be decided, else the layer that could not tell."""
    rule = next((reason.rule for reason in cell.reasons if reason.rule is not None), None)
    return rule or _UNDECIDED.get(cell.reasons[-1].layer, cell.reasons[-1].text)
