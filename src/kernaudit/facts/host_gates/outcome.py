"""What walking host code gives: tests of the device, what they cut off, and what is reached behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.values import Record, Value
    from kernaudit.model.evidence import Location

__all__ = ["Cut", "Item", "Outcome", "Passed", "Test", "joined", "merged_items"]

_MAX_PASSED: Final = 32


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
    """A test on the way to something.

    Attributes:
        active: the lanes that came to the test.
        others: what the other way leads to; of a dispatch, the siblings.
    """

    test: Test
    holds: bool
    active: int
    others: set[Node] = field(default_factory=set)

    @property
    def lanes(self) -> int:
        """The lanes on which it may go this way."""
        return self.test.yes if self.holds else self.test.no


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """Something that is reached: on which lanes, and on which of them only perhaps.

    `arguments` are the template arguments of a kernel where they are written out. What a `walked` function leads to
    stands among the items already.
    """

    node: Node
    mask: int
    maybe: int
    passed: tuple[Passed, ...]
    arguments: tuple[str, ...] | None = None
    walked: bool = False


def joined(first: tuple[Passed, ...], second: tuple[Passed, ...]) -> tuple[Passed, ...]:
    """Put tests behind each other, each one once."""
    if not second or not first:
        return first or second
    known = {(one.test, one.holds) for one in first}
    return (*first, *(one for one in second if (one.test, one.holds) not in known))[:_MAX_PASSED]


def merged_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return one item for all that differ in nothing but their lanes."""
    found: dict[tuple[object, ...], tuple[Item, int, int]] = {}
    for item in items:
        key = (item.node, item.arguments, item.walked, item.passed)
        _, yes, maybe = found.get(key, (item, 0, 0))
        found[key] = (item, yes | (item.mask & ~item.maybe), maybe | item.maybe)
    return tuple(
        Item(item.node, yes | maybe, maybe & ~yes, item.passed, item.arguments, item.walked)
        for item, yes, maybe in found.values()
    )


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
