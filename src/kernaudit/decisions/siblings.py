"""Whether the tree itself holds the same family for another chip, told by its name: SCALED_MM_SM90, SCALED_MM_SM100."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.decisions.situation import is_fine
from kernaudit.model.decision import PinBy
from kernaudit.model.report import FamilyKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.decisions.situation import Situation
    from kernaudit.decisions.ties import Ties
    from kernaudit.model.decision import Pin
    from kernaudit.model.report import FamilyRow

__all__ = ["Sibling", "sibling_of"]

_CHIP = re.compile(r"(?<![a-z0-9])sm_?\d{2,3}[af]?(?![a-z0-9])|:[\d.;af+ptx]+$", re.IGNORECASE)
"""The number of a chip in a name, or the arch list that tells families of one gate apart (`SCALED_MM:9.0a`)."""


@dataclass(frozen=True, slots=True)
class Sibling:
    """A family named like the pin's but for the number of the chip, all of whose kernels run there as they should.

    Attributes:
        ops: what calls the pin's kernels; empty where no op does.
        unserved: those of them that the sibling does not serve on the device.
        is_read: whether host code tells what serves the ops there.
    """

    family: FamilyRow
    ops: tuple[str, ...]
    unserved: tuple[str, ...]
    is_read: bool

    @property
    def takes_over(self) -> bool | None:
        """Whether the sibling does what the pin's kernels did; None where only its name says so."""
        if self.unserved:
            return False
        return True if self.ops and self.is_read else None


def sibling_of(ties: Ties, pin: Pin, situation: Situation) -> Sibling | None:
    """The sibling that does most of the pin's work there; only names that hold a chip's number are compared."""
    ops = _asked(pin, situation)
    found = [_judged(ties, family, ops, situation.device) for family in _named_alike(ties, situation)]
    return min(found, key=lambda one: (len(one.unserved), not one.is_read), default=None)


def _asked(pin: Pin, situation: Situation) -> tuple[str, ...]:
    """The op that was pinned, else everything that calls the pin's kernels."""
    called = sorted({op for row in situation.rows for op in row.ops})
    named = [op for op in called if pin.spec.by is PinBy.OP and op == pin.spec.value]
    return tuple(named or called)


def _named_alike(ties: Ties, situation: Situation) -> Iterator[FamilyRow]:
    own = {row.family or "" for row in situation.rows}
    stems = {_stem(ties.families[name].name) for name in own if name in ties.families} - {None}
    for family in ties.report.families:
        if family.kind is FamilyKind.EXTERNAL or family.id in own or _stem(family.name) not in stems:
            continue
        rows = ties.rows_in(family)
        if rows and all(is_fine(row.cells.get(situation.device)) for row in rows):
            yield family


def _judged(ties: Ties, family: FamilyRow, ops: tuple[str, ...], device: str) -> Sibling:
    is_read = all(op in ties.ops for op in ops)
    served = _served(ties, family, device) if is_read else _called(ties, family)
    return Sibling(family, ops, tuple(op for op in ops if op not in served), is_read)


def _served(ties: Ties, family: FamilyRow, device: str) -> set[str]:
    """The ops that the family serves on the device, as host code was read."""
    own = set(family.kernels)
    cells = ((name, op.cells.get(device)) for name, ops in ties.ops.items() for op in ops)
    return {name for name, cell in cells if cell is not None and own.intersection(cell.served_by)}


def _called(ties: Ties, family: FamilyRow) -> set[str]:
    return {op for row in ties.rows_in(family) for op in row.ops}


def _stem(name: str) -> str | None:
    """The name without the chip's number; None where it has none."""
    stem, count = _CHIP.subn("*", name)
    return stem.casefold() if count else None
