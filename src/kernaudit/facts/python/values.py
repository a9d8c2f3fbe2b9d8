"""Values of the evaluated language: one for all devices, or one per device (a lane each)."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Any, Self

from kernaudit.sources.python.written import Written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kernaudit.sources.python.module import PythonModule

__all__ = [
    "OPEN",
    "UNKNOWN",
    "Bound",
    "Cap",
    "Device",
    "Dotted",
    "Func",
    "Grid",
    "Instance",
    "Klass",
    "Local",
    "OneOf",
    "Parent",
    "PathEnd",
    "PerLane",
    "Unknown",
    "either",
    "is_open",
    "lift",
    "of_lanes",
    "origin_of",
    "truth",
]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not known; `dependent` if it may differ from device to device."""

    dependent: bool


UNKNOWN, OPEN = Unknown(False), Unknown(True)
_MOST = 8
"""So many numbers are told apart."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these numbers, on every device: which one hangs on what nobody knows."""

    values: tuple[int, ...]


def either(one: Any, other: Any, unless: Unknown = UNKNOWN) -> Any:
    """What one of two ways made: one of their numbers, lane by lane; else what is given, which is not known."""
    if isinstance(one, PerLane) or isinstance(other, PerLane):
        width = len(one.values) if isinstance(one, PerLane) else len(other.values)
        rows = zip(
            *(value.values if isinstance(value, PerLane) else (value,) * width for value in (one, other)), strict=True
        )
        return of_lanes(either(ours, theirs, OPEN) for ours, theirs in rows)
    if type(one) is type(other) and one == other:
        return one
    if not (isinstance(one, OneOf) or type(one) is int) or not (isinstance(other, OneOf) or type(other) is int):
        return unless
    numbers = {number for value in (one, other) for number in (value.values if isinstance(value, OneOf) else (value,))}
    return OneOf(tuple(sorted(numbers))) if len(numbers) <= _MOST else unless


class Cap(tuple[int, int]):
    """A compute capability: compares with pairs and with numbers such as 90; `suffix` for targets of compilers."""

    suffix: str

    def __new__(cls, major: int, minor: int, suffix: str = "") -> Self:
        """Make one."""
        made = super().__new__(cls, (major, minor))
        made.suffix = suffix
        return made

    @property
    def number(self) -> int:
        """9.0 is 90."""
        return self[0] * 10 + self[1]


@dataclass(frozen=True, slots=True)
class PerLane:
    """A value per lane."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Dotted:
    """Something outside the tree, or a module of it, by its dotted name."""

    name: str


@dataclass(frozen=True, slots=True)
class PathEnd:
    """A path or name of which only the end is known."""

    text: str


@dataclass(frozen=True, slots=True)
class Device:
    """An object with the properties of the device."""

    cap: Cap


@dataclass(frozen=True, slots=True, eq=False)
class Klass:
    """A class of the tree; `written` is what it is parsed from when somebody looks into it."""

    module: PythonModule
    written: ast.ClassDef | Written

    @property
    def node(self) -> ast.ClassDef:
        """Its syntax."""
        return self.written if isinstance(self.written, ast.ClassDef) else self.written.class_node

    @property
    def bases(self) -> Sequence[ast.expr]:
        """The classes that it is made from, as they are written."""
        return self.written.bases

    @property
    def name(self) -> str:
        """Its name."""
        return self.written.name

    @property
    def text(self) -> str:
        """Its text, at least."""
        return self.written.text if isinstance(self.written, Written) else self.module.text

    @property
    def key(self) -> tuple[str, int]:
        """Where it stands."""
        return self.module.path, self.written.lineno


@dataclass(frozen=True, slots=True, eq=False)
class Func:
    """A function of the tree; `klass` is the class that it was found in."""

    module: PythonModule
    written: ast.FunctionDef | ast.AsyncFunctionDef | Written
    klass: Klass | None = None

    @property
    def node(self) -> ast.FunctionDef | ast.AsyncFunctionDef:
        """Its syntax."""
        return self.written.function_node if isinstance(self.written, Written) else self.written

    @property
    def name(self) -> str:
        """Its name."""
        return self.written.name

    @property
    def text(self) -> str:
        """Its text, at least."""
        return self.written.text if isinstance(self.written, Written) else self.module.text

    @property
    def lines(self) -> int:
        """How many lines there are from its first to its last."""
        if isinstance(self.written, Written):
            return self.written.lines
        return (self.written.end_lineno or 0) - self.written.lineno + 1

    @property
    def key(self) -> tuple[str, int]:
        """Where it stands."""
        return self.module.path, self.written.lineno


@dataclass(frozen=True, slots=True)
class Grid:
    """A kernel with the grid that it is to be launched with."""

    function: Func


@dataclass(slots=True, eq=False)
class Local:
    """A function inside of a function: what it does counts where it is named, in the lanes and paths that did."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    entered: set[tuple[int, int, int]] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Instance:
    """An object of a class of the tree, with the attributes that its methods have set so far."""

    klass: Klass
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Parent(Instance):
    """An object seen as one of its class's base: `super()`."""

    origin: Instance | None = None


def origin_of(owner: Instance) -> Instance:
    """The object itself, however it is seen."""
    return owner.origin if isinstance(owner, Parent) and owner.origin is not None else owner


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A method with its object or class."""

    function: Func
    owner: Instance | Klass


def of_lanes(values: Iterable[Any]) -> Any:
    """One value for all lanes where they agree."""
    found = tuple(values)
    first = found[0]
    same = all(one is first or (type(one) is type(first) and _equal(one, first)) for one in found[1:])
    return first if same else PerLane(found)


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other) and getattr(one, "suffix", "") == getattr(other, "suffix", "")


def lift(apply: Callable[..., Any], *values: Any) -> Any:
    """Apply a function lane by lane; what is unknown stays so, and what fails is unknown."""
    width = next((len(value.values) for value in values if isinstance(value, PerLane)), 0)
    if not width:
        return _applied(apply, values, dependent=False)
    rows = zip(*(value.values if isinstance(value, PerLane) else (value,) * width for value in values), strict=True)
    return of_lanes(_applied(apply, row, dependent=True) for row in rows)


def _applied(apply: Callable[..., Any], values: Sequence[Any], *, dependent: bool) -> Any:
    unknown = [value for value in values if isinstance(value, Unknown)]
    if unknown:
        return OPEN if any(one.dependent for one in unknown) else UNKNOWN
    if any(isinstance(value, OneOf) for value in values):
        return _of_each(apply, values, dependent=dependent)
    try:
        return apply(*values)
    except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError, RecursionError, MemoryError):
        return OPEN if dependent else UNKNOWN


def _of_each(apply: Callable[..., Any], values: Sequence[Any], *, dependent: bool) -> Any:
    """The same for each choice of numbers; what comes out of them is one of a few numbers, the same, or not known."""
    rows = product(*(value.values if isinstance(value, OneOf) else (value,) for value in values))
    found = [_applied(apply, row, dependent=dependent) for _, row in zip(range(_MOST * _MOST + 1), rows, strict=False)]
    if len(found) > _MOST * _MOST:
        return OPEN if dependent else UNKNOWN
    unless = OPEN if any(one is OPEN for one in found) else UNKNOWN
    return reduce(lambda one, other: either(one, other, unless), found)


def is_open(value: Any) -> bool:
    """Whether a value hangs on the device, known or not."""
    return isinstance(value, PerLane) or (isinstance(value, Unknown) and value.dependent)


def truth(value: Any) -> Any:
    """True, False or unknown for one lane's value; objects of the tree are not looked into."""
    if isinstance(value, Unknown):
        return value
    if isinstance(value, Dotted | Instance | Bound | Device | PathEnd):
        return UNKNOWN
    if isinstance(value, Func | Klass | Cap):
        return True
    if isinstance(value, OneOf):
        return UNKNOWN if 0 in value.values else True
    return bool(value)
