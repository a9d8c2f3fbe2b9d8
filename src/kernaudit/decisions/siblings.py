"""Whether the tree itself holds the same family for another chip, told by its name: SCALED_MM_SM90, SCALED_MM_SM100."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.decisions.situation import is_fine
from kernaudit.model.report import FamilyKind

if TYPE_CHECKING:
    from kernaudit.decisions.situation import Situation
    from kernaudit.decisions.ties import Ties
    from kernaudit.model.report import FamilyRow

__all__ = ["sibling_family"]

_CHIP = re.compile(r"(?<![a-z0-9])sm_?\d{2,3}[af]?(?![a-z0-9])|:[\d.;af+ptx]+$", re.IGNORECASE)
"""The number of a chip in a name, or the arch list that tells families of one gate apart (`SCALED_MM:9.0a`)."""


def sibling_family(ties: Ties, situation: Situation) -> FamilyRow | None:
    """A family named like the pin's but for the number of the chip, all of whose kernels run there as they should.

    Only names that hold a chip's number are compared; that the program chooses the sibling is not known. Where ops tell
    what calls the pin's kernels, a sibling that serves none of them is none.
    """
    ops = {op for row in situation.rows for op in row.ops}
    own = {row.family or "" for row in situation.rows}
    stems = {_stem(ties.families[name].name) for name in own if name in ties.families} - {None}
    for family in ties.report.families:
        if family.kind is FamilyKind.EXTERNAL or family.id in own or _stem(family.name) not in stems:
            continue
        rows = [ties.kernels[name] for name in family.kernels if name in ties.kernels]
        serves = not ops or any(ops.intersection(row.ops) for row in rows)
        if serves and rows and all(is_fine(row.cells.get(situation.device)) for row in rows):
            return family
    return None


def _stem(name: str) -> str | None:
    """The name without the chip's number; None where it has none."""
    stem, count = _CHIP.subn("*", name)
    return stem.casefold() if count else None
