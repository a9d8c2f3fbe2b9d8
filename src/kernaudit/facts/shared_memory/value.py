"""What host code can hold besides numbers: objects with fields, arrays, pointers, device properties, alternatives."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from kernaudit.facts.frame import Binding
from kernaudit.facts.shared_memory.composing import choice
from kernaudit.facts.shared_memory.term import Choice, Missing, Named, Number, Operation, Query

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.values import ClassInstance, TypeValue

__all__ = [
    "CallSite",
    "DeviceProperties",
    "Either",
    "Items",
    "Passed",
    "Record",
    "Reference",
    "Value",
    "Variable",
    "choose",
    "copied",
    "is_term",
    "next_serial",
    "plain",
]

Value: TypeAlias = Any
"""A term, one of the classes below, or a type, function or lambda of `facts.values`."""

_TERMS = (Number, Query, Missing, Named, Operation, Choice)


_serials: Final = count()


def next_serial() -> int:
    """Return a number that is larger than that of any object made so far."""
    return next(_serials)


class Variable(Binding):
    """A variable of host code; `bounds` are those of an array, the outermost first."""

    __slots__ = ("bounds",)

    def __init__(self, value: Value, made: TypeValue | None = None, bounds: tuple[Term, ...] = ()) -> None:
        super().__init__(value, made, array=bool(bounds))
        self.bounds = bounds


class Record:
    """An object with fields; shared by all that refer to it, copied where C++ copies.

    `serial` grows with every object: one that is made on a branch is not there before the branch.
    """

    __slots__ = ("fields", "serial", "type")

    def __init__(self, made: TypeValue | None, fields: dict[str, Value] | None = None) -> None:
        self.type = made
        self.serial = next(_serials)
        self.fields = {} if fields is None else fields

    def copy(self) -> Record:
        """Return another object with the same fields."""
        return Record(self.type, {name: copied(value) for name, value in self.fields.items()})


def copied(value: Value) -> Value:
    """Return what a copy of a value holds."""
    return value.copy() if isinstance(value, Record) else value


@dataclass(frozen=True, slots=True)
class Items:
    """An array of known values."""

    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A pointer to a variable or to a field of an object."""

    holder: Binding | Record
    field: str = ""


@dataclass(frozen=True, slots=True)
class DeviceProperties:
    """An object that says what the device is (`cudaDeviceProp`)."""


@dataclass(frozen=True, slots=True)
class Either:
    """One of two values that are no numbers, by a condition that is not known."""

    condition: Term
    yes: Value
    no: Value


@dataclass(frozen=True, slots=True)
class Passed:
    """An argument that may be taken by reference: its value, and the variable."""

    value: Value
    reference: Reference


@dataclass(frozen=True, slots=True)
class CallSite:
    """What a call gives to a function.

    Attributes:
        values: arguments.
        types: what is known of their types; may be shorter.
        given: template arguments that are written out, None without any.
        owner: class of a method and its object, each None where it is not known.
    """

    values: list[Value]
    types: list[TypeValue | None] = field(default_factory=list)
    given: list[Value] | None = None
    owner: tuple[ClassInstance | None, Record | None] | None = None

    def described(self, index: int) -> TypeValue | None:
        """Return the type of an argument, as far as it is known."""
        made = self.types[index] if index < len(self.types) else None
        value = plain(self.values[index]) if index < len(self.values) else None
        return value.type if made is None and isinstance(value, Record) else made


def plain(value: Value) -> Value:
    """Return an argument's value."""
    return value.value if isinstance(value, Passed) else value


def is_term(value: Value) -> bool:
    """Whether a value is a number, as far as it is known."""
    return isinstance(value, _TERMS)


def choose(condition: Term, yes: Value, no: Value) -> Value:
    """Return the value that a condition picks; objects of two branches become one whose fields are picked."""
    if condition.value is not None:
        return yes if condition.value else no
    if yes is no:
        return yes
    if is_term(yes) and is_term(no):
        return choice(condition, yes, no)
    if isinstance(yes, Record) and isinstance(no, Record):
        names = dict.fromkeys((*yes.fields, *no.fields))
        fields = {name: choose(condition, _field(yes, name), _field(no, name)) for name in names}
        return Record(yes.type or no.type, fields)
    return yes if type(yes) is type(no) and not isinstance(yes, Record) and yes == no else Either(condition, yes, no)


def _field(record: Record, name: str) -> Value:
    return record.fields.get(name, Missing(name))
