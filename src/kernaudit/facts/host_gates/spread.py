"""Carries what is reached through the graph: from where a caller that was not read may come in, to the kernels."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.entering import outcome_of
from kernaudit.facts.host_gates.outcome import Cut, Item
from kernaudit.facts.host_gates.shapes import Kind
from kernaudit.facts.host_gates.walk import Exhausted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.outcome import Passed
    from kernaudit.facts.host_gates.tables import SearchedTables
    from kernaudit.facts.host_gates.walk import Walk

__all__ = ["Spread", "State"]

_MAX_PASSED: Final = 24


@dataclass(slots=True)
class State:
    """How a node, or one instantiation of a kernel, is reached.

    Attributes:
        yes: the lanes on which it is reached.
        maybe: those on which it is reached only if an undecided test goes its way.
        untested: the lanes on which one way to it holds no test of the device.
        passed: tests on the ways to it.
    """

    yes: int = 0
    maybe: int = 0
    untested: int = 0
    passed: dict[Passed, None] = field(default_factory=dict)

    def add(self, mask: int, maybe: int, untested: int, passed: Iterable[Passed]) -> bool:
        """Take in another way; returns whether anything is new."""
        yes = self.yes | (mask & ~maybe)
        news = (yes, (self.maybe | mask) & ~yes, self.untested | untested)
        grown = news != (self.yes, self.maybe, self.untested)
        self.yes, self.maybe, self.untested = news
        for one in passed:
            if one not in self.passed and len(self.passed) < _MAX_PASSED:
                self.passed[one] = None
                grown = True
        return grown


class Spread:
    """Reach of a program from all its roots, or from some nodes.

    Args:
        walk: through the program, which knows already what is relevant.
        tables: of the program.

    Attributes:
        states: by node.
        instances: by kernel and its template arguments as written at the launch.
        walked: by function, where it was walked with what a call gives it.
        cuts: tests that keep lanes from code that others run.
        exhausted: the walk was given up; what it did not reach is not known.
    """

    def __init__(self, walk: Walk, tables: SearchedTables) -> None:
        self._walk, self._program = walk, walk.program
        self.states: dict[Node, State] = {}
        self.instances: dict[tuple[Node, tuple[str, ...]], State] = {}
        self.walked: dict[Node, State] = {}
        self.cuts: list[tuple[Node, Cut]] = []
        self.exhausted = False
        self._outcomes: dict[Node, tuple[tuple[Item, ...], tuple[Cut, ...]]] = {}
        self._tables = tables

    def run(self, starts: Iterable[Node]) -> Spread:
        """Follow every way from the starts."""
        full = self._walk.lanes.full
        pending: deque[Node] = deque()
        for node in starts:
            if self._state(node).add(full, 0, full, ()):
                pending.append(node)
        while pending:
            node = pending.popleft()
            for item in self._leads(node):
                if self._follow(node, item):
                    pending.append(item.node)
        return self

    def of(self, node: Node) -> State | None:
        """Return how a node is reached, in any way."""
        first, second = self.states.get(node), self.walked.get(node)
        if first is None or second is None:
            return first or second
        both = State()
        for state in (first, second):
            both.add(state.yes | state.maybe, state.maybe, state.untested, state.passed)
        return both

    def _state(self, node: Node) -> State:
        return self.states.setdefault(node, State())

    def _follow(self, node: Node, item: Item) -> bool:
        """Carry a node's state along one way out of it."""
        state = self.states[node]
        mask = item.mask & (state.yes | state.maybe)
        if not mask:
            return False
        maybe = mask & (item.maybe | ~state.yes)
        untested = 0 if item.passed else state.untested & mask
        passed = (*state.passed, *item.passed)
        if item.arguments is not None:
            self.instances.setdefault((item.node, item.arguments), State()).add(mask, maybe, untested, passed)
        if item.walked:
            self.walked.setdefault(item.node, State()).add(mask, maybe, untested, passed)
            return False
        return self._state(item.node).add(mask, maybe, untested, passed)

    def _leads(self, node: Node) -> tuple[Item, ...]:
        known = self._outcomes.get(node)
        if known is None:
            known = self._outcomes[node] = self._read(node)
            self.cuts.extend((node, cut) for cut in known[1])
        return known[0]

    def _read(self, node: Node) -> tuple[tuple[Item, ...], tuple[Cut, ...]]:
        walk = self._walk
        if node not in walk.relevance.nodes or self.exhausted:
            return self._mentioned(node, maybe=node in self._tables.variables or node in self._walk.picked), ()
        if node.kind is Kind.CLASS:
            return tuple(
                Item(method, walk.lanes.full, 0, ()) for method in (*walk.methods(node), *self._bases(node))
            ), ()
        functions = node.functions
        if not functions:
            return self._mentioned(node, maybe=True), ()
        items: list[Item] = []
        cuts: list[Cut] = []
        try:
            for function in functions:
                outcome = outcome_of(walk, node, function)
                items += outcome.items
                cuts += outcome.cuts
        except (Exhausted, RecursionError):
            self.exhausted = True
            return self._mentioned(node, maybe=True), ()
        rows = self._tables.rows_within(node, (item.node for item in items if item.walked))
        items = [replace(item, maybe=item.mask) if item.node.name in rows else item for item in items]
        full = walk.lanes.full  # where in the function they are included is not known
        items += (Item(fragment, full, full, ()) for fragment in self._program.fragments.get(node, ()))
        return tuple(items), tuple(cuts)

    def _mentioned(self, node: Node, *, maybe: bool = False) -> tuple[Item, ...]:
        full, rows = self._walk.lanes.full, self._tables.rows(node)
        return tuple(
            Item(target, full, full if maybe or target.name in rows else 0, ())
            for target in self._program.mentions(node)
        )

    def _bases(self, node: Node) -> list[Node]:
        """Base classes, and classes and functions that member initialisers and types of fields mention."""
        inside = {target for method in node.methods for target in self._in_text(method)}
        return [
            target for target in self._program.mentions(node) if target not in inside and not _is_method(target, node)
        ]

    def _in_text(self, method: Node) -> Iterable[Node]:
        names = method.words
        return (
            (target for target in self._program.mentions(method.owner) if target.name in names) if method.owner else ()
        )


def _is_method(target: Node, node: Node) -> bool:
    return target.qualified and target.scope[-1:] == (node.name,)
