"""What one device makes of the kernels of a pin, seen from the device in use today."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.verdict import NoteKind, RemedyKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.model.report import KernelRow
    from kernaudit.model.verdict import Cell

__all__ = ["Situation", "is_fine", "status_of", "used_rows"]


@dataclass(frozen=True, slots=True)
class Situation:
    """The rows that matter for a pin on a device, by what they do there.

    `rows` leaves out what does not run today either, unless nothing does; an op that any kernel serves has only the
    kernels that serve it, and those that it has lost.

    Attributes:
        lost: rows that an op has lost while others still serve it: whether it can do without them is not known.
    """

    device: str
    rows: tuple[KernelRow, ...]
    lost: tuple[KernelRow, ...] = ()

    @property
    def running(self) -> tuple[KernelRow, ...]:
        """Rows that run there."""
        return tuple(row for row in self.rows if status_of(row, self.device).runs)

    @property
    def unknown(self) -> tuple[KernelRow, ...]:
        """Rows of which that cannot be said."""
        return tuple(row for row in self.rows if status_of(row, self.device) is Status.UNKNOWN)

    @property
    def failing(self) -> tuple[KernelRow, ...]:
        """Rows that do not run there."""
        return tuple(row for row in self.rows if _fails(row, self.device))

    @property
    def worst(self) -> Status:
        """The worst status; unknown without rows."""
        return min((status_of(row, self.device) for row in self.rows), key=_rank, default=Status.UNKNOWN)

    @property
    def remedies(self) -> frozenset[RemedyKind]:
        """What the failing rows need, all together; a row for which nothing was found needs something unknown."""
        kinds: set[RemedyKind] = set()
        for cell in self.cells(self.failing):
            kinds.update({remedy.kind for remedy in cell.remedies} or {RemedyKind.UNKNOWN})
            if cell.if_rebuilt is not None and cell.if_rebuilt.status is Status.UNKNOWN:
                kinds.add(RemedyKind.UNKNOWN)
        return frozenset(kinds)

    def cells(self, rows: Iterable[KernelRow]) -> list[Cell]:
        """The cells of these rows on the device."""
        return [cell for row in rows if (cell := row.cells.get(self.device)) is not None]

    def words(self) -> str:
        """The statuses with their counts, worst first: `2 not-built, 1 native`."""
        counts: dict[Status, int] = {}
        for row in self.rows:
            status = status_of(row, self.device)
            counts[status] = counts.get(status, 0) + 1
        if len(counts) == 1:
            return str(next(iter(counts)))
        return ", ".join(f"{counts[status]} {status}" for status in sorted(counts, key=_rank)) or "nothing was read"


def used_rows(rows: Sequence[KernelRow], today: str | None) -> tuple[KernelRow, ...]:
    """The rows that do not fail on the device in use today; all, if each does or it is not known."""
    return tuple(row for row in rows if today is None or not _fails(row, today)) or tuple(rows)


def status_of(row: KernelRow, device: str) -> Status:
    """The status of a row on a device; unknown where the report has no such cell."""
    cell = row.cells.get(device)
    return Status.UNKNOWN if cell is None else cell.status


def is_fine(cell: Cell | None) -> bool:
    """Whether a kernel runs from SASS and as well as it was meant to."""
    if cell is None or cell.status not in {Status.NATIVE, Status.COMPATIBLE_SASS}:
        return False
    return all(note.kind is not NoteKind.DEGRADED for note in cell.notes)


def _fails(row: KernelRow, device: str) -> bool:
    status = status_of(row, device)
    return not status.runs and status is not Status.UNKNOWN


def _rank(status: Status) -> int:
    return status.rank
