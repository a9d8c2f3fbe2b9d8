"""What a container holds: truth, length, membership and iteration, with items that are not known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packaging.version import Version

from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.values import Instance, Iterated, TextFile, Unknown, native

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["contains", "equal", "items_of", "length_of", "truth"]


def truth(machine: Machine, value: Any) -> bool | Unknown:
    """Return whether a value counts as true, or what is not known about it."""
    if isinstance(value, Unknown):
        return value
    if isinstance(value, str) and contains_unknown(value):
        known = machine.registry.describe(value)
        return True if not known.startswith("<unknown") or not known.endswith(">") else machine.unmark(value)
    if isinstance(value, list) and value and isinstance(value[0], Unknown) and value[0].many:
        return value[0] if all(isinstance(one, Unknown) and one.many for one in value) else True
    if native(value):
        return bool(value)
    return bool(value.values) if isinstance(value, Environ) else True


def length_of(machine: Machine, value: Any) -> Any:
    """Return `len(value)`."""
    hole = machine.hole(value)
    if hole is not None:
        return hole
    if isinstance(value, list):
        several = next((one for one in value if isinstance(one, Unknown) and one.many), None)
        return len(value) if several is None else several
    if native(value) and not isinstance(value, int | float) and value is not None:
        return len(value)
    return machine.unknown("a length")


def items_of(machine: Machine, value: Any) -> list[Any] | Unknown:
    """Return the items that a loop over a value sees, or what is not known about it.

    Sets are sorted by text: their order must not depend on the run.
    """
    if isinstance(value, list | tuple | range | dict):
        machine.spend(len(value))
        return list(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    if isinstance(value, Iterated):
        rest, value.position = value.items[value.position :], len(value.items)
        return rest
    hole = machine.hole(value)
    if hole is not None:
        return hole
    return _items_of_object(machine, value)


def _items_of_object(machine: Machine, value: Any) -> list[Any] | Unknown:
    if isinstance(value, str):
        machine.spend(len(value))
        return list(value)
    if isinstance(value, TextFile):
        return machine.unknown(f"the lines of {value.path}") if value.text is None else value.text.splitlines(True)
    if isinstance(value, Environ):
        return machine.unknown("the names of all environment variables")
    if native(value):
        raise TypeError("object is not iterable")
    return machine.unknown("the items of an object")


def equal(machine: Machine, left: Any, right: Any) -> bool | Unknown:
    """Return `left == right`, or what is not known about it."""
    for value in (left, right):
        hole = _deep_hole(machine, value, 4)
        if hole is not None:
            return hole
    if isinstance(left, Instance) or isinstance(right, Instance):
        return left is right
    if isinstance(left, Version) or isinstance(right, Version):
        return isinstance(left, Version) and isinstance(right, Version) and left == right
    return bool(left == right)


def _deep_hole(machine: Machine, value: Any, depth: int) -> Unknown | None:
    hole = machine.hole(value)
    if hole is not None or depth == 0:
        return hole
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    machine.spend(len(inner))
    return next((found for one in inner if (found := _deep_hole(machine, one, depth - 1)) is not None), None)


def contains(machine: Machine, item: Any, holder: Any) -> bool | Unknown:
    """Return `item in holder`, or what is not known about it."""
    hole = machine.hole(holder)
    if isinstance(holder, str):
        return _text_contains(machine, item, holder, hole)
    if hole is not None:
        return hole
    if isinstance(holder, Environ):
        return machine.hole(item) or holder.look(str(item), machine.here) is not None
    if isinstance(holder, dict | set | frozenset):
        return _key_contains(machine, item, holder)
    found = items_of(machine, holder)
    if isinstance(found, Unknown):
        return found
    doubt: Unknown | None = None
    for one in found:
        same = equal(machine, one, item)
        if same is True:
            return True
        doubt = doubt or (same if isinstance(same, Unknown) else None)
    return doubt or False


def _text_contains(machine: Machine, item: Any, holder: str, hole: Unknown | None) -> bool | Unknown:
    doubt = machine.hole(item)
    if doubt is not None:
        return doubt
    return True if item in holder else hole or False


def _key_contains(machine: Machine, item: Any, holder: Any) -> bool | Unknown:
    doubt = machine.hole(item)
    if doubt is not None:
        return doubt
    if item in holder:
        return True
    return next((key for key in holder if isinstance(key, Unknown)), False)
