"""The constant that scales a request: how many stages a pipeline keeps in shared memory, and how many would fit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.composing import works_in
from kernaudit.facts.shared_memory.integer import apply, convert
from kernaudit.facts.shared_memory.term import Choice, Named, Number, Operation, walk

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.model.evidence import Location

__all__ = ["Stage", "find_stage", "largest_fit"]

_STAGE_NAME: Final = re.compile(r"stage|pipe|buffer|depth", re.IGNORECASE)
_MAX_VALUE: Final = 64
"""A pipeline has few stages; a larger constant is a tile or a count of elements."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A named constant on which the bytes depend linearly: `each` bytes per unit, `rest` bytes without any.

    `rest` is None where the bytes grow with the constant, but are rounded up, so that they are not exactly linear.
    """

    name: str
    value: int
    each: int
    rest: int | None
    location: Location | None


@lru_cache(maxsize=1024)
def find_stage(term: Term) -> Stage | None:
    """Return the constant of a request that a reader would change to make it smaller, or None.

    A name that says stage, pipe, buffer or depth wins; of several others, which must multiply the whole request, the
    smallest value does.
    """
    constants = sorted(_constants(term), key=lambda part: (_STAGE_NAME.search(part.name) is None, part.value))
    found = (_stage(part, term) for part in constants)
    return next((stage for stage in found if stage is not None), None)


@lru_cache(maxsize=4096)
def largest_fit(stage: Stage, term: Term, limit: int) -> int | None:
    """Return the largest value below the present one with which the request is at most `limit` bytes, or None."""
    for value in range(stage.value - 1, 0, -1):
        size = _at(term, stage.name, value)
        if size is not None and size <= limit:
            return value
    return None


def _constants(term: Term) -> list[Named]:
    parts = (part for part in walk(term) if isinstance(part, Named) and not part.name.startswith("sizeof"))
    return list({part.name: part for part in parts if 2 <= (part.value or 0) <= _MAX_VALUE}.values())


def _stage(part: Named, term: Term) -> Stage | None:
    value = part.value or 0
    counts = sorted({1, 2, value - 1, value} - {0})
    sizes = [(count, size) for count in counts if (size := _at(term, part.name, count)) is not None]
    slopes = [(late[1] - early[1]) / (late[0] - early[0]) for early, late in pairwise(sizes)]
    if len(sizes) < len(counts) or min(slopes, default=0) <= 0:
        return None
    by_name = _STAGE_NAME.search(part.name) is not None
    each = (sizes[-1][1] - sizes[0][1]) // (value - 1)
    rest = sizes[0][1] - each
    if len(set(slopes)) == 1 and (rest == 0 or by_name):
        return Stage(part.name, value, each, rest, part.location)
    return Stage(part.name, value, each, None, part.location) if by_name else None


def _at(term: Term, name: str, value: int) -> int | None:
    """The value of a term if the constant of this name had another value."""
    return _Changed(name, value).of(term)


class _Changed:
    """Values of terms where one constant has another value; a part that is used twice is worked out once."""

    def __init__(self, name: str, value: int) -> None:
        self._name, self._value = name, value
        self._found: dict[int, tuple[Term, int | None]] = {}

    def of(self, term: Term) -> int | None:
        """Return the value of a term."""
        if isinstance(term, Number):
            return term.value
        known = self._found.get(id(term))
        if known is None:
            known = self._found[id(term)] = (term, self._work_out(term))
        return known[1]

    def _work_out(self, term: Term) -> int | None:
        if isinstance(term, Named):
            return self._value if term.name == self._name else self.of(term.term)
        if isinstance(term, Choice):
            condition = self.of(term.condition)
            return None if condition is None else self.of(term.yes if condition else term.no)
        return self._applied(term) if isinstance(term, Operation) else None

    def _applied(self, term: Operation) -> int | None:
        operands = [self.of(operand) for operand in term.operands]
        known = [operand for operand in operands if operand is not None]
        if len(known) < len(operands):
            return None
        if term.op == "as":
            return convert(known[0], term.type)
        made = works_in(term.op, term.operands)
        shift = term.op in ("<<", ">>")
        return apply(term.op, tuple(v if shift and i else convert(v, made) for i, v in enumerate(known)), made)
