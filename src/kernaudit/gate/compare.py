"""Two reports side by side: which cells changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.errors import InputError
from kernaudit.gate.successors import Successors, still_named
from kernaudit.model.gate import CellChange, ReportDiff

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kernaudit.gate.successors import FindName
    from kernaudit.model.evidence import Location
    from kernaudit.model.verdict import Cell

__all__ = ["Side", "compare_reports"]


class Side:
    """What of a report is compared.

    Args:
        name: what it is called.
        cells: kernel id -> device id -> cell, in the order of the report.
        devices: device ids in the order of the report.
        given: what was asked (toolkit, request, whether the code was read), by name.
        find: looks for names in the files of its tree; None for a report alone.
    """

    def __init__(
        self,
        name: str,
        cells: Mapping[str, Mapping[str, Cell]],
        devices: tuple[str, ...],
        given: Mapping[str, str | None],
        find: FindName | None = None,
    ) -> None:
        self.name, self.cells, self.devices, self.given, self.find = name, cells, devices, given, find


def compare_reports(a: Side, b: Side) -> ReportDiff:
    """Return what changed from A to B: kernels that came and went, and cells with another status or detail.

    Raises:
        InputError: they have no device in common.
    """
    devices = tuple(device for device in b.devices if device in a.devices)
    if not devices:
        raise InputError(
            f"{a.name} and {b.name} have no device in common; give --to, or scan both for the same devices"
        )
    return ReportDiff(
        name_a=a.name,
        name_b=b.name,
        devices=devices,
        only_in_a=tuple(one for one in a.cells if one not in b.cells),
        only_in_b=tuple(one for one in b.cells if one not in a.cells),
        changed=tuple(_changes(a, b, devices)),
        vanished=tuple(_vanished(a, b, devices)),
        remarks=tuple(_remarks(a, b)),
    )


def _changes(a: Side, b: Side, devices: tuple[str, ...]) -> Iterator[CellChange]:
    """A kernel that moved or split is held against what takes its place, so that no loss hides behind a new id."""
    successors = Successors(a.cells, b.cells)
    found: dict[tuple[str, str], Cell] = {}
    for kernel, cells in a.cells.items():
        for device in devices:
            now = successors.of(kernel, device) if device in cells else None
            if now is not None:
                found.setdefault((now, device), cells[device])
    for kernel, cells in b.cells.items():
        for device in devices:
            was, cell = found.get((kernel, device)), cells.get(device)
            if was is not None and cell is not None and (was.status, was.detail) != (cell.status, cell.detail):
                yield CellChange(kernel, device, was, cell)


def _vanished(a: Side, b: Side, devices: tuple[str, ...]) -> Iterator[tuple[str, Location]]:
    """Kernels that ran in A and that B has not, though the file still holds the name: lost, and not removed."""
    successors = Successors(a.cells, b.cells)
    for kernel, cells in a.cells.items():
        ran = [device for device in devices if device in cells and cells[device].status.runs]
        if ran and all(successors.of(kernel, device) is None for device in ran):
            place = still_named(kernel, b.find)
            if place is not None:
                yield kernel, place


def _remarks(a: Side, b: Side) -> Iterator[str]:
    for name in dict.fromkeys((*a.given, *b.given)):
        one, other = a.given.get(name), b.given.get(name)
        if one != other:
            yield f"{name} differs: {one or '(none)'} in {a.name}, {other or '(none)'} in {b.name}"
    if "not read" in (a.given.get("code"), b.given.get("code")):
        yield "the code behind the images was not read: a cell that runs says which image loads, no more"
    for side, opposite in ((a, b), (b, a)):
        only = [device for device in side.devices if device not in opposite.devices]
        if only:
            yield f"only {side.name} is about {', '.join(only)}"
