"""Puts what Python code says of a library's kernel on top of its cell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.model.verdict import Cell, Layer, RemedyKind, Status
from kernaudit.verdicts.host import judge_host, regate_remedy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.host_gates.gates import HostGate
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.verdict import IfRebuilt, Remedy
    from kernaudit.verdicts.layer import LayerVerdict

__all__ = ["gate_cell"]

_UNUSABLE = frozenset({Status.MISSING_INSTRUCTION, Status.NOT_BUILT, Status.GUARDED_OUT})
_ORDER = tuple(RemedyKind)


def gate_cell(cell: Cell, gates: Sequence[HostGate], device: DeviceProfile) -> Cell:
    """Return the cell of a kernel with what Python code says: one gate that lets a device through is enough."""
    if not gates:
        return cell
    usable = _UNUSABLE.isdisjoint((cell.status, *cell.also))
    layer = judge_host(gates, device, images_loadable=usable, layer=Layer.PYTHON)
    status, also = _worst(cell.status, cell.also, layer.status)
    return replace(
        cell,
        status=status,
        also=also,
        notes=(*cell.notes, *layer.notes),
        reasons=(*cell.reasons, *layer.reasons),
        remedies=_remedies(cell.remedies, regate_remedy(gates, device)),
        improve=cell.improve if status.runs else (),
        if_rebuilt=None if cell.if_rebuilt is None else _rebuilt(cell.if_rebuilt, layer),
    )


def _worst(status: Status, also: tuple[Status, ...], other: Status) -> tuple[Status, tuple[Status, ...]]:
    if other.runs:
        return status, also
    objections = {one for one in (status, *also, other) if not one.runs}
    ordered = sorted(objections, key=lambda one: one.rank)
    return ordered[0], tuple(ordered[1:])


def _remedies(known: tuple[Remedy, ...], regate: Remedy | None) -> tuple[Remedy, ...]:
    kinds = {one.kind for one in known}
    if regate is None or RemedyKind.PORT in kinds or RemedyKind.REGATE in kinds:
        return known
    return tuple(sorted((*known, regate), key=lambda one: _ORDER.index(one.kind)))


def _rebuilt(rebuilt: IfRebuilt, layer: LayerVerdict) -> IfRebuilt:
    status, also = _worst(rebuilt.status, rebuilt.also, layer.status)
    return replace(rebuilt, status=status, also=also, reasons=(*rebuilt.reasons, *layer.reasons))
