"""What walking host code gives: tests of the device, what they cut off, and what is reached behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.values import Record, Value
    from kernaudit.model.evidence import Location

__all__ = ["Cut", "Item", "Outcome", "Passed", "Test"]


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """A condition that hangs on the device.

    Attributes:
        yes, no: the lanes on which it may hold, and may fail.
        undecided: the lanes on which the device decides it in a way that is not known.
        check: where it fails, the host refuses to go on.
    """

    location: Location
    text: str
    yes: int
    no: int
    undecided: int
    check: bool = False


@dataclass(slots=True, eq=False)
class Passed:
    """A test on the way to something; `others` is what the other way leads to, of a dispatch its siblings."""

    test: Test
    holds: bool
    others: set[Node] = field(default_factory=set)


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """Something that is reached: on which lanes, and on which of them only perhaps.

    `arguments` are the template arguments of a kernel where they are written out.
    """

    node: Node
    mask: int
    maybe: int
    passed: tuple[Passed, ...]
    arguments: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A test keeps some lanes from a stretch of code; `holds` is the way it went on them."""

    test: Test
    holds: bool
    region: frozenset[Node]
    mask: int


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What one call does.

    Attributes:
        value: what it returns.
        this: the object after a method.
        written: parameters behind which the caller's variables were written: position and value.
        after: the lanes on which it returns, of those with which it was entered.
        maybe: the lanes that return only perhaps.
        passed: tests that hold wherever it returned.
        cause: the last test that kept a lane from returning, with the way it went there.
    """

    value: Value
    this: Record | None
    written: tuple[tuple[int, Value], ...]
    after: int
    maybe: int
    passed: tuple[Passed, ...]
    items: tuple[Item, ...]
    cuts: tuple[Cut, ...]
    cause: tuple[Test, bool] | None
