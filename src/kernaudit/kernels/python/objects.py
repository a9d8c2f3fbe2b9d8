"""What kernels of CuTe-DSL need: methods of a class, compiled with what the object knows of the device."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.python.attributes import class_member
from kernaudit.facts.python.values import Func, Instance, Klass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.python.outcome import Outcome, Path, Reached, Refused
    from kernaudit.facts.python.walk import Walk

__all__ = ["ObjectFacts", "function_facts", "object_facts"]

_DEEPEST = 6
_MOST = 400


@dataclass(frozen=True, slots=True)
class ObjectFacts:
    """What building and launching a kernel reaches.

    Attributes:
        yes: lanes for which the object can be made and the launch comes to the kernel.
        may: lanes for which that is not decided.
        path: the tests that decide.
        exhausted: some part was not walked to its end.
    """

    reached: tuple[Reached, ...]
    refused: tuple[Refused, ...]
    yes: int
    may: int
    path: Path
    exhausted: bool


def object_facts(klass: Klass, kernel: str, walk: Walk) -> ObjectFacts:
    """Make an object of a class, launch it, and follow everything that this reaches."""
    owner = Instance(klass)
    parts: list[Outcome] = []
    full = walk.lanes.full
    yes = full
    path: Path = ()
    for name in ("__init__", "__call__", kernel):
        member = class_member(klass, name, walk)
        if not isinstance(member, Func):
            continue
        outcome = walk.summary(member, owner)
        parts.append(outcome)
        if name != kernel and not outcome.exhausted:
            yes, path = yes & outcome.completes, (*path, *outcome.cuts)
    return _followed(parts, yes, path, walk)


def function_facts(function: Func, walk: Walk) -> ObjectFacts:
    """The same for a kernel that is a plain function."""
    return _followed([walk.summary(function)], walk.lanes.full, (), walk)


def _followed(parts: list[Outcome], yes: int, path: Path, walk: Walk) -> ObjectFacts:
    reached: dict[Reached, None] = {}
    exhausted = False
    for part in parts:
        exhausted |= part.exhausted
        for one in _closure(part, walk):
            reached.setdefault(one)
    refused = tuple(dict.fromkeys(one for part in parts for one in part.refused))
    return ObjectFacts(tuple(reached), refused, yes, 0, path, exhausted)


def _closure(outcome: Outcome, walk: Walk) -> Iterator[Reached]:
    """All names that are reached, through functions of the tree too; of a function the widest call counts."""
    seen: dict[tuple[str, int], int] = {}
    work = [(one, 0) for one in outcome.reached]
    while work and len(seen) < _MOST:
        one, depth = work.pop()
        if isinstance(one.target, str):
            yield one
            continue
        key = one.target.key
        lanes = one.yes | one.may
        if depth >= _DEEPEST or (seen.get(key, 0) & lanes) == lanes:
            continue
        seen[key] = seen.get(key, 0) | lanes
        if isinstance(one.target, Func) and isinstance(one.target.node, ast.FunctionDef):
            for inner in walk.summary(one.target).reached:
                yes, may = one.yes & inner.yes, (one.yes | one.may) & (inner.yes | inner.may)
                conditional = one.conditional or inner.conditional
                work.append((inner._replace(yes=yes, may=may & ~yes, conditional=conditional), depth + 1))
