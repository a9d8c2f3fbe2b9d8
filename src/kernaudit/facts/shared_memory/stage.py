"""The constant that scales a request: how many stages a pipeline keeps in shared memory, and how many would fit."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.bounds import range_of
from kernaudit.facts.shared_memory.term import Named, walk

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.bounds import View
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


def find_stage(term: Term, view: View) -> Stage | None:
    """Return the constant of a request that a reader would change to make it smaller, or None.

    A name that says stage, pipe, buffer or depth wins; of several others, which must multiply the whole request, the
    smallest value does.
    """
    found = [stage for part in _constants(term) if (stage := _stage(part, term, view)) is not None]
    return min(found, key=lambda stage: (_STAGE_NAME.search(stage.name) is None, stage.value), default=None)


def largest_fit(stage: Stage, term: Term, view: View, limit: int) -> int | None:
    """Return the largest value below the present one with which the request is at most `limit` bytes, or None."""
    for value in range(stage.value - 1, 0, -1):
        size = _at(value, stage.name, term, view)
        if size is not None and size <= limit:
            return value
    return None


def _constants(term: Term) -> list[Named]:
    parts = (part for part in walk(term) if isinstance(part, Named))
    by_name = {part.name: part for part in parts if part.value is not None and 2 <= part.value <= _MAX_VALUE}
    by_name = {name: part for name, part in by_name.items() if not name.startswith("sizeof")}
    return list(by_name.values())


def _stage(part: Named, term: Term, view: View) -> Stage | None:
    value = part.value or 0
    sizes = [_at(count, part.name, term, view) for count in range(1, value + 1)]
    exact = [size for size in sizes if size is not None]
    steps = [later - earlier for earlier, later in zip(exact, exact[1:], strict=False)]
    if len(exact) < value or min(steps, default=0) <= 0:
        return None
    linear = len(set(steps)) == 1
    if linear and (exact[0] == steps[0] or _STAGE_NAME.search(part.name)):
        return Stage(part.name, value, steps[0], exact[0] - steps[0], part.location)
    if _STAGE_NAME.search(part.name) is None:
        return None
    return Stage(part.name, value, (exact[-1] - exact[0]) // (value - 1), None, part.location)


def _at(value: int, name: str, term: Term, view: View) -> int | None:
    return range_of(term, replace(view, constants={**view.constants, name: value})).value
