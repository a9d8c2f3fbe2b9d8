"""Values of the evaluated language: one for all devices, or one per device (a lane each)."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
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
    "Instance",
    "Klass",
    "Parent",
    "PathEnd",
    "PerLane",
    "Unknown",
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
    try:
        return apply(*values)
    except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError, RecursionError, MemoryError):
        return OPEN if dependent else UNKNOWN


def truth(value: Any) -> Any:
    """True, False or unknown for one lane's value; objects of the tree are not looked into."""
    if isinstance(value, Unknown):
        return value
    if isinstance(value, Dotted | Instance | Bound | Device | PathEnd):
        return UNKNOWN
    if isinstance(value, Func | Klass | Cap):
        return True
    return bool(value)
