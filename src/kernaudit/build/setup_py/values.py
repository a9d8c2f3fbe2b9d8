"""What the evaluated script computes with, besides plain strings, numbers, lists, dicts, tuples and sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

    from kernaudit.build.setup_py.frame import Frame
    from kernaudit.model.evidence import Location

__all__ = [
    "Builtin",
    "ClassValue",
    "Function",
    "Instance",
    "Iterated",
    "Method",
    "ModuleValue",
    "PathValue",
    "PythonVersion",
    "SuperValue",
    "TextFile",
    "Unknown",
    "native",
]

Run = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that reading alone cannot tell; in a list, `many` stands for any number of items."""

    origin: str
    location: Location
    many: bool = False

    def several(self) -> Unknown:
        """Return the same origin as a stretch of a list."""
        return Unknown(self.origin, self.location, many=True)


@dataclass(eq=False, slots=True)
class Builtin:
    """A function that is modelled: `run(machine, *args, **kwargs)` with values of the script."""

    name: str
    run: Run


@dataclass(eq=False, slots=True)
class Function:
    """A function of the script; `kind` is plain, static, class or property."""

    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    frame: Frame
    defaults: tuple[Any, ...] = ()
    keyword_defaults: dict[str, Any] = field(default_factory=dict)
    kind: str = "plain"
    owner: ClassValue | None = None


@dataclass(eq=False, slots=True)
class ClassValue:
    """A class, of the script or modelled; `open` tells that it has attributes that are not modelled."""

    name: str
    bases: tuple[Any, ...] = ()
    attributes: dict[str, Any] = field(default_factory=dict)
    open: bool = False
    location: Location | None = None

    def lineage(self) -> Iterator[ClassValue]:
        """Yield the class and its bases, nearest first, each once."""
        pending, seen = [self], set[int]()
        while pending:
            one = pending.pop(0)
            if id(one) not in seen:
                seen.add(id(one))
                yield one
                pending += [base for base in one.bases if isinstance(base, ClassValue)]

    def is_open(self) -> bool:
        """Tell whether an attribute that is not found may exist all the same."""
        return any(one.open or any(not isinstance(b, ClassValue) for b in one.bases) for one in self.lineage())

    def derives(self, other: ClassValue) -> bool:
        """Tell whether this class is, or inherits from, another."""
        return any(one is other for one in self.lineage())

    def find(self, name: str, after: ClassValue | None = None) -> tuple[Any, ClassValue] | None:
        """Return an attribute and the class that has it; with `after`, only from the classes behind that one."""
        skipping = after is not None
        for one in self.lineage():
            if skipping:
                skipping = one is not after
            elif name in one.attributes:
                return one.attributes[name], one
        return None


@dataclass(eq=False, slots=True)
class Instance:
    """An object of a class."""

    cls: ClassValue
    attributes: dict[str, Any] = field(default_factory=dict)
    location: Location | None = None


@dataclass(eq=False, slots=True)
class Method:
    """A function or builtin with its first argument."""

    function: Any
    receiver: Any


@dataclass(eq=False, slots=True)
class SuperValue:
    """`super()` inside a method."""

    owner: ClassValue
    receiver: Any


@dataclass(eq=False, slots=True)
class ModuleValue:
    """A module; `open` tells that it holds more than is modelled, `loaded` that its text has been evaluated."""

    name: str
    attributes: dict[str, Any] = field(default_factory=dict)
    open: bool = True
    path: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class PathValue:
    """A pathlib.Path."""

    path: str


@dataclass(eq=False, slots=True)
class TextFile:
    """An open file: its text, or None if that is not known; where it writes to, if it does."""

    path: str
    text: str | None
    position: int = 0
    writes: bool = False


@dataclass(eq=False, slots=True)
class Iterated:
    """What `iter()` returns: items that were computed before, and how far they were taken."""

    items: list[Any]
    position: int = 0


class PythonVersion(NamedTuple):
    """`sys.version_info`."""

    major: int
    minor: int
    micro: int


def native(value: Any) -> bool:
    """Tell whether a value is a plain one that Python's own operators may work on."""
    return value is None or isinstance(
        value, str | int | float | complex | list | tuple | dict | set | frozenset | range
    )
