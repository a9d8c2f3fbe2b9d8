"""Which of the places that a kernel may reach by name it reaches once constant branches are folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.frame import spelt
from kernaudit.facts.record import Trapped
from kernaudit.facts.walker import Walker

if TYPE_CHECKING:
    from collections.abc import Hashable

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.effects import Site
    from kernaudit.facts.entering import Callee, Given
    from kernaudit.facts.frame import Frame
    from kernaudit.facts.record import Stop
    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["ExactReach"]


class ExactReach(Walker):
    """Walks one instantiation to its end, whatever effects it meets, and notes lines walked and lines folded away.

    Attributes:
        visited_functions: functions that were entered.
        failed: the `static_assert`s that do not hold.
        open_asserts: some could not be decided.
    """

    def __init__(self, scope: UnitScope, builtins: Builtins) -> None:
        super().__init__(scope, builtins)
        self.visited_functions: dict[int, Function] = {}
        self._walked: set[tuple[str, int]] = set()
        self._folded: set[tuple[str, int]] = set()
        self._certain: set[tuple[str, int]] = set()
        self._unread = False
        self.failed: dict[Site, None] = {}
        self.open_asserts = False
        self._own: dict[int, frozenset[int]] = {}
        self._followed: dict[tuple[str, ...], set[Hashable]] = {}

    def follow(self, kernel: Function, arguments: dict[str, Value]) -> None:
        """Walk through a kernel with these template arguments."""
        self.visited_functions[id(kernel)] = kernel
        outcome = self.run(kernel, arguments)
        self._unread |= outcome.unread
        self.failed.update(dict.fromkeys(outcome.failed))
        if self.is_repeatable:
            asked = tuple(name for name in arguments if name in self.asked)
            self._followed.setdefault(asked, set()).add(spelt(arguments, asked))

    def has_followed(self, arguments: dict[str, Value]) -> bool:
        """Whether the one kernel that is followed was, with arguments that differ in none that the walk looked at."""
        return any(
            arguments.keys() >= set(names) and spelt(arguments, names) in walks
            for names, walks in self._followed.items()
        )

    def surely_reaches(self, function: Function, line: int) -> bool:
        """Whether a line is reached whatever the open template arguments are."""
        return (function.path, line) in self._certain

    def reaches(self, function: Function, line: int) -> bool:
        """Whether a line of a function is reached, or may be because some call could not be followed."""
        if id(function) not in self.visited_functions:
            return self.unfollowed or self._unread
        place = (function.path, line)
        return place in self._walked or place not in self._folded

    def effect(self) -> None:
        """Effects do not end this walk."""

    def possible_effect(self) -> None:
        """See `effect`."""

    def visited(self, function: Function) -> None:
        """Note a function that was walked."""
        self.visited_functions[id(function)] = function

    def statement(self, statement: Tuple, frame: Frame) -> Stop:
        """Walk one statement; what a constant condition cuts off is noted."""
        if statement[0] == "if":
            stop = super().statement(statement, frame)
            self._folded |= {(self.path, line) for line in _lines(statement[4]) | _lines(statement[5])}
            return stop
        if statement[0] != "block":
            places = {(self.path, line) for line in self._own_lines(statement)}
            self._walked |= places
            if not self.open_depth:
                self._certain |= places
        return super().statement(statement, frame)

    def _own_lines(self, statement: Tuple) -> frozenset[int]:
        known = self._own.get(id(statement))
        if known is None:
            known = self._own[id(statement)] = _lines(_flat(statement))
        return known

    def undecided(self) -> None:
        """A static_assert hangs on an argument that is open."""
        self.open_asserts = True

    def trapped(self, line: int, text: str) -> None:
        """The compiler still assembles what follows a trap, unless a function says that it never returns."""

    def stopped_call(self, stop: Stop) -> None:
        """See `trapped`."""

    def call_key(self, function: Function, environment: dict[str, Value], given: Given, callee: Callee) -> object:
        """A call on an open branch proves less than the same call on a certain one."""
        return (super().call_key(function, environment, given, callee), self.open_depth > 0)

    def enter(self, callee: Callee, given: Given, frame: Frame) -> Value:
        """Walk into functions; one that says that it never returns ends the path."""
        value = super().enter(callee, given, frame)
        if all("noreturn" in function.head for function in callee.functions):
            raise Trapped
        return value


def _flat(statement: Tuple) -> Tuple:
    """The parts of a statement that are walked with it, without the bodies of loops and switches."""
    kind = statement[0]
    if kind in ("for", "while", "do", "each", "switch"):
        return tuple(
            part for part in statement if not (isinstance(part, tuple) and part and part[0] in ("block", "if"))
        )
    return statement


_LINES: dict[int, tuple[object, frozenset[int]]] = {}
"""Lines of statements; the statement is kept with them, so that its id stays its own."""


def _lines(part: object) -> frozenset[int]:
    known = _LINES.get(id(part))
    if known is None:
        found: set[int] = set()
        _collect(part, found)
        known = _LINES[id(part)] = (part, frozenset(found))
    return known[1]


_LINED = {"call": 3, "launch": 4, "assign": 4, "construct": 3, "asm": 4, "decl": 6, "if": 6, "assert": 2}


def _collect(part: object, found: set[int]) -> None:
    if not isinstance(part, tuple) or not part:
        return
    position = _LINED.get(part[0]) if isinstance(part[0], str) else None
    if position is not None and len(part) > position and isinstance(part[position], int):
        found.add(part[position])
    for inner in part:
        if isinstance(inner, tuple):
            _collect(inner, found)
