"""Classes that say for which devices they are: bounds of the capability, and tests that they answer."""

from __future__ import annotations

import ast
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.attributes import class_member
from kernaudit.facts.python.outcome import Test
from kernaudit.facts.python.values import UNKNOWN, Bound, Cap, Func, PerLane, Unknown, lift, truth
from kernaudit.model.evidence import Location
from kernaudit.sources.python.nodes import every_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.python.values import Klass
    from kernaudit.facts.python.walk import Walk
    from kernaudit.model.python_api import ClassGateNames

__all__ = ["class_tests"]

_DEEPEST = 6


def class_tests(klass: Klass, walk: Walk) -> tuple[Test, ...]:
    """Return the tests that decide for which lanes a class is; each must hold."""
    names = walk.names.classes
    found: list[Test] = []
    if not _may_tell(klass, walk):
        return ()
    for name in _members(klass, walk):
        value, place = _value(klass, name, walk)
        if value is UNKNOWN or place is None:
            continue
        if _fits(name, names.minimum):
            found.extend(_bound(value, place, name, walk, floor=True))
        elif _fits(name, names.maximum):
            found.extend(_bound(value, place, name, walk, floor=False))
        elif _fits(name, names.predicates):
            found.extend(_predicate(value, place, name, walk))
    return tuple(found)


def _may_tell(klass: Klass, walk: Walk, depth: int = 0) -> bool:
    """Whether the text of a class, or of one that it is made from, holds such a name: most need not be parsed."""
    text = klass.text
    if any(mark in text for mark in _marks(walk.names.classes)):
        return True
    return depth < _DEEPEST and any(_may_tell(base, walk, depth + 1) for base in walk.bases(klass))


@cache
def _marks(names: ClassGateNames) -> tuple[str, ...]:
    """What the text of a class holds if it has one of these names."""
    return tuple(name.strip("*") for name in (*names.minimum, *names.maximum, *names.predicates))


@cache
def _fits(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _members(klass: Klass, walk: Walk, depth: int = 0) -> dict[str, None]:
    """The names that a class and its bases define and that say something of devices."""
    names = walk.names.classes
    patterns = (*names.minimum, *names.maximum, *names.predicates)
    found: dict[str, None] = {}
    for node in klass.node.body:
        for name in _defined(node):
            if _fits(name, patterns):
                found[name] = None
    if depth < _DEEPEST:
        for base in walk.bases(klass):
            found.update(_members(base, walk, depth + 1))
    return found


def _defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (one.id for one in node.targets if isinstance(one, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def _value(klass: Klass, name: str, walk: Walk) -> tuple[Any, Location | None]:
    member = class_member(klass, name, walk)
    if isinstance(member, Func):
        outcome = walk.summary(member, klass)
        return outcome.returned, _place(member)
    return member, _attribute_place(klass, name, walk)


def _place(function: Func) -> Location:
    """The line that returns, where there is one; else the function."""
    returns = [one for one in every_node(function.node.body) if isinstance(one, ast.Return)]
    return Location(function.module.path, returns[0].lineno if len(returns) == 1 else function.node.lineno)


def _attribute_place(klass: Klass, name: str, walk: Walk) -> Location | None:
    for node in klass.node.body:
        if name in _defined(node):
            return Location(klass.module.path, node.lineno)
    found = (_attribute_place(base, name, walk) for base in walk.bases(klass))
    return next((one for one in found if one is not None), None)


def _bound(value: Any, place: Location, name: str, walk: Walk, *, floor: bool) -> Iterator[Test]:
    """A bound of None or less than zero is none."""
    if value is None or isinstance(value, Unknown | PerLane | Bound) or not isinstance(value, int | tuple):
        return
    if isinstance(value, bool) or (isinstance(value, int) and value < 0):
        return
    limit = Cap(*divmod(value, 10)) if isinstance(value, int) else value
    held = lift(lambda cap: tuple(cap) >= tuple(limit) if floor else tuple(cap) <= tuple(limit), walk.lanes.capability)
    split = walk.lanes.split(held)
    yield Test(place, f"{name} = {_shown(value)}", split[0], split[1], split[2], refuses=True)


def _predicate(value: Any, place: Location, name: str, walk: Walk) -> Iterator[Test]:
    """A test that answers no on a lane refuses it there; one that answers nothing refuses by its errors alone."""
    answer = lift(lambda one: one[0] if isinstance(one, tuple) and one else one, value)
    split = walk.lanes.split(lift(lambda one: UNKNOWN if one is None else truth(one), answer))
    if split[1] or split[2]:
        yield Test(place, f"{name}()", split[0] | split[3], split[1], split[2], refuses=True)


def _shown(value: Any) -> str:
    return str(tuple(value)) if isinstance(value, tuple) else str(value)
