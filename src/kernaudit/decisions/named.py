"""What of a report a pin can name, and which names come near a wrong one."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from kernaudit.decisions.ops import rows_by_op
from kernaudit.model.decision import PinBy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kernaudit.decisions.ties import Ties
    from kernaudit.model.report import FamilyRow, KernelRow

__all__ = ["called", "gate_name", "near_names", "things_of"]

_MOST = 5
"""Names that an error offers."""
_NEAR, _SAME = 0.4, 0.8
"""How alike names must be: of the kind that was asked for, and of another one."""


def things_of(ties: Ties, by: PinBy) -> Mapping[str, Sequence[KernelRow]]:
    """Everything that a pin of this kind can name: a full name -> its rows. Instantiations are one thing."""
    if by is PinBy.OP:
        return rows_by_op(ties.report.kernels)
    things: dict[str, list[KernelRow]] = {}
    for name, rows in _named_rows(ties, by):
        things.setdefault(name, []).extend(rows)
    return things


def _named_rows(ties: Ties, by: PinBy) -> Iterator[tuple[str, Sequence[KernelRow]]]:
    match by:
        case PinBy.KERNEL:
            for row in ties.report.kernels:
                yield f"{row.file or ''.join(row.units[:1])}#{row.symbol}", [row]
        case PinBy.FILE:
            for row in ties.report.kernels:
                yield from ((path, [row]) for path in sorted({row.file or "", *row.units}) if path)
        case PinBy.FAMILY:
            for family in ties.report.families:
                yield gate_name(family), ties.rows_in(family)
        case PinBy.PACKAGE:
            for family in ties.report.families:
                if family.external is not None:
                    yield family.external.name, ties.rows_in(family)


def gate_name(family: FamilyRow) -> str:
    """Written and generated sources that one gate admits are one thing."""
    return f"{family.name}@{family.gate.location if family.gate else family.id}"


def called(by: PinBy, thing: str) -> tuple[str, ...]:
    """The names of a thing: its full one, and what a reader of a report calls it."""
    match by:
        case PinBy.KERNEL:
            symbol = thing.partition("#")[2]
            return (thing, symbol, symbol.rpartition("::")[2])
        case PinBy.FAMILY:
            return (thing, thing.rpartition("@")[0])
        case PinBy.PACKAGE | PinBy.FILE | PinBy.OP:
            return (thing,)


def near_names(ties: Ties, by: PinBy, value: str) -> tuple[str, ...]:
    """Names like a wrong one; those of another kind of thing say which: `op: cutlass_scaled_mm`."""
    near = _near(value, things_of(ties, by), _NEAR)
    others = [kind for kind in PinBy if kind is not by]
    more = (f"{kind}: {name}" for kind in others for name in _near(value, things_of(ties, kind), _SAME)[:1])
    return (*near, *more)


def _near(value: str, things: Iterable[str], cutoff: float) -> list[str]:
    by_fold = {_short(thing).casefold(): _short(thing) for thing in things}
    return [by_fold[name] for name in get_close_matches(value.casefold(), by_fold, n=_MOST, cutoff=cutoff)]


def _short(thing: str) -> str:
    name = thing.partition("#")[2] or thing
    return name.rpartition("::")[2].partition("@")[0]
