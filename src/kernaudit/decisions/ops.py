"""Ops: which kernels serve one on a device, and which it has lost there without another in their place."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from kernaudit.decisions.situation import Situation, is_fine, status_of, used_rows
from kernaudit.model.decision import PinBy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kernaudit.decisions.ties import Ties
    from kernaudit.model.decision import Pin
    from kernaudit.model.report import KernelRow

__all__ = ["OpView", "op_views", "rows_by_op", "situation_of"]


def rows_by_op(rows: Iterable[KernelRow]) -> Mapping[str, list[KernelRow]]:
    """Op name -> the rows that it reaches, by name."""
    ops: dict[str, list[KernelRow]] = {}
    for row in rows:
        for op in row.ops:
            ops.setdefault(op, []).append(row)
    return dict(sorted(ops.items()))


def op_views(ties: Ties, rows: Sequence[KernelRow]) -> Iterator[OpView]:
    """A view of each op that reaches some of the rows."""
    for name, members in rows_by_op(rows).items():
        yield OpView(ties, name, tuple(members))


@dataclass(frozen=True, slots=True)
class OpView:
    """One op: what its host code lets through counts where it was read, else what runs."""

    ties: Ties
    name: str
    members: tuple[KernelRow, ...]

    def serving(self, device: str) -> tuple[KernelRow, ...]:
        """The kernels that serve the op on the device."""
        read = self.ties.ops.get(self.name)
        if read is None:
            return tuple(row for row in self.members if status_of(row, device).runs)
        served = {name for op in read if device in op.cells for name in op.cells[device].served_by}
        return tuple(row for row in self.members if row.id in served)

    def fine(self, device: str) -> tuple[KernelRow, ...]:
        """Those of them that run from SASS and as they were meant to."""
        return tuple(row for row in self.serving(device) if is_fine(row.cells.get(device)))

    def lost(self, device: str, today: str | None) -> tuple[KernelRow, ...]:
        """Kernels that serve the op today and do not run there, if no other one came in.

        Then those that are left may be helpers of the lost one, which is not known; where another one came in, it is
        the sibling that takes over.
        """
        if today is None:
            return ()
        now, then = self.serving(today), self.serving(device)
        gained = [row for row in then if row not in now]
        gone = tuple(row for row in now if not status_of(row, device).runs)
        return gone if then and not gained else ()


def situation_of(ties: Ties, pin: Pin, rows: Sequence[KernelRow], device: str) -> Situation:
    """The situation of a pin whose kernels are `rows`.

    Who names a kernel or a file means that one. An op, and kernels of a family or package that ops call, are served by
    whichever of them the op takes there; several ops must all be served.
    """
    today = ties.report.input.from_
    if pin.spec.by in {PinBy.KERNEL, PinBy.FILE}:
        return Situation(device, used_rows(rows, today))
    shown: dict[str, KernelRow] = {}
    lost: dict[str, KernelRow] = {}
    for op in (op for op in op_views(ties, rows) if _asks_for(pin, op)):
        gone = op.lost(device, today)
        lost.update((row.id, row) for row in gone)
        shown.update((row.id, row) for row in (*(op.serving(device) or used_rows(op.members, today)), *gone))
    uncalled = [row for row in rows if not row.ops]
    shown.update((row.id, row) for row in used_rows(uncalled, today))
    return Situation(device, tuple(shown.values()), tuple(lost.values()))


def _asks_for(pin: Pin, op: OpView) -> bool:
    """Whether a pin is about an op: not, if it names another one that only shares a kernel with it."""
    return pin.spec.by is not PinBy.OP or fnmatchcase(op.name, pin.spec.value) or op.name == pin.spec.value
