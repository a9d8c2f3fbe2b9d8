"""What an expression of host code is worth: a number per lane, device properties, an object, a row, code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.number import FREE, OPEN, Number, Unknown, merged

if TYPE_CHECKING:
    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.sources.ast import Tuple

__all__ = [
    "PROPERTIES",
    "Address",
    "Closure",
    "Properties",
    "Record",
    "Row",
    "Value",
    "clouds",
    "depends",
    "known",
    "meet",
]


@dataclass(frozen=True, slots=True)
class Properties:
    """A whole set of device properties, or a pointer to one."""


PROPERTIES: Final = Properties()


@dataclass(frozen=True, slots=True)
class Record:
    """An object of a class of the tree, with the fields that were written."""

    node: Node | None
    fields: tuple[tuple[str, Value], ...] = ()

    def get(self, name: str) -> Value | None:
        """Return a field, or None if nothing wrote it."""
        return dict(self.fields).get(name)

    def put(self, name: str, value: Value) -> Record:
        """Return the object with a field replaced."""
        return Record(self.node, tuple({**dict(self.fields), name: value}.items()))


@dataclass(frozen=True, slots=True)
class Row:
    """A pair, tuple or initialiser list."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A lambda with the variables it was written among."""

    parameters: Tuple
    body: Tuple
    env: Env


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a variable, by name."""

    name: str


Value = Number | Properties | Record | Row | Closure | Address


def depends(value: Value) -> bool:
    """Whether a value hangs on the device, or was chosen by a test of it: what it goes to is worth walking."""
    if isinstance(value, Number):
        return value.varies or value.direct or value.chosen
    if isinstance(value, Row):
        return any(depends(item) for item in value.items)
    if isinstance(value, Record):
        return any(depends(item) for _, item in value.fields)
    return isinstance(value, Properties)


def clouds(value: Value) -> bool:
    """Whether what is made of a value in a way that is not read is undecided by the device.

    A capability does, or a whole set of properties. A limit, or a constant that a test chose, does not: whatever is
    made of it together with shapes and flags is taken as satisfiable.
    """
    if isinstance(value, Number):
        return value.direct or Unknown.DEVICE in value.lanes
    if isinstance(value, Row):
        return any(clouds(item) for item in value.items)
    if isinstance(value, Record):
        return any(clouds(item) for _, item in value.fields)
    return isinstance(value, Properties)


def known(value: Value) -> Value:
    """Return a value if it is worth handing on to a function that is walked, else FREE."""
    return value if isinstance(value, Closure | Address) or depends(value) else FREE


def meet(new: Value, new_mask: int, old: Value, old_mask: int, count: int) -> Value:
    """Return the value where two ways meet, each on the lanes of its mask."""
    if new == old or not new_mask:
        return old if not new_mask else new
    if not old_mask:
        return new
    if isinstance(new, Number) and isinstance(old, Number):
        return merged(new, new_mask, old, old_mask, count)
    if isinstance(new, Row) and isinstance(old, Row) and len(new.items) == len(old.items):
        pairs = zip(new.items, old.items, strict=True)
        return Row(tuple(meet(a, new_mask, b, old_mask, count) for a, b in pairs))
    if isinstance(new, Record) and isinstance(old, Record) and new.node is old.node:
        return _meet_records(new, new_mask, old, old_mask, count)
    if PROPERTIES in (new, old) and FREE in (new, old):
        return PROPERTIES  # a pointer that starts as null and is filled on first use
    return OPEN if clouds(new) or clouds(old) else FREE


def _meet_records(new: Record, new_mask: int, old: Record, old_mask: int, count: int) -> Record:
    names = dict.fromkeys(name for name, _ in (*new.fields, *old.fields))
    made = Record(new.node)
    for name in names:
        made = made.put(name, meet(new.get(name) or FREE, new_mask, old.get(name) or FREE, old_mask, count))
    return made
