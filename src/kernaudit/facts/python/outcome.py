"""What a walked function does: what it reaches for which devices, where it refuses some, and what it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping

    from kernaudit.facts.python.values import Func, Klass
    from kernaudit.model.evidence import Location

__all__ = ["Launched", "Listed", "Loaded", "Outcome", "Path", "Reached", "Refused", "Test"]


@dataclass(frozen=True, slots=True)
class Test:
    """A condition that tells devices apart.

    Attributes:
        holds: lanes where it is true.
        fails: lanes where it is false.
        open: lanes where it depends on the device and is not known.
        refuses: where it goes wrong, an error is raised.
    """

    location: Location
    text: str
    holds: int
    fails: int
    open: int
    refuses: bool


Path = tuple[tuple[Test, bool], ...]
"""The tests on the way to a place, and how each has to go."""


class Reached(NamedTuple):
    """A name that a function gets to; a tuple, for a tree makes a hundred thousand of them.

    Attributes:
        target: a function or class of the tree, or a dotted name outside.
        yes: lanes that come there, other conditions permitting.
        may: lanes that may come there: that hangs on an undecided test of the device.
        conditional: a condition that has nothing to do with the device stands before it.
        text: of inline assembly, what is written there.
    """

    target: Func | Klass | str
    location: Location
    yes: int
    may: int
    conditional: bool
    path: Path
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A test of the device that fails only under some other condition: part of what the function offers is refused."""

    location: Location
    text: str
    condition: str
    lanes: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """A module or library that is loaded by name, or whose file is looked for.

    Attributes:
        name: dotted, or a path.
        whole: the name is known from its start.
        yes: lanes that load it, other conditions permitting.
        may: lanes that may load it.
    """

    name: str
    whole: bool
    location: Location
    yes: int
    may: int
    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """A list that a function writes down: one that it returns, or with a name one that a variable gets.

    Attributes:
        lanes: those that come there, or may.
        condition: conditions that have nothing to do with the device.
    """

    name: str | None
    node: ast.expr
    lanes: int
    condition: str


@dataclass(frozen=True, slots=True, eq=False)
class Launched:
    """A launch `kernel[grid](...)`.

    Attributes:
        arguments: the values of the positional arguments, up to what is unpacked.
        keywords: the values of the named ones; `**` stands for what is unpacked.
        unpacked: whether more are given by position.
        lanes: those that come there, or may.
    """

    function: Func
    location: Location
    node: ast.Call
    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any]
    unpacked: bool
    lanes: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """All of it; `completes` are the lanes that come to an end without an error."""

    reached: tuple[Reached, ...]
    refused: tuple[Refused, ...]
    returned: Any
    completes: int
    cuts: Path = ()
    exhausted: bool = False
    lists: tuple[Listed, ...] = ()
    loads: tuple[Loaded, ...] = ()
    launches: tuple[Launched, ...] = ()
