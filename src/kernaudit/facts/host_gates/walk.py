"""Walks host code on all lanes at once: the state, calls, and conditions that split the lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates import expressions, statements
from kernaudit.facts.host_gates.constants import Constants
from kernaudit.facts.host_gates.env import Env
from kernaudit.facts.host_gates.number import FREE, OPEN, Number, truth
from kernaudit.facts.host_gates.outcome import Cut, Item, Outcome, Passed, Test
from kernaudit.facts.host_gates.parameters import bind, written
from kernaudit.facts.host_gates.regions import Regions
from kernaudit.facts.host_gates.store import Signatures
from kernaudit.facts.host_gates.values import depends, meet
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.host_gates.known import HostNames
    from kernaudit.facts.host_gates.lanes import Lanes
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.program import HostProgram
    from kernaudit.facts.host_gates.relevance import Relevance
    from kernaudit.facts.host_gates.store import OutcomeStore
    from kernaudit.facts.host_gates.values import Closure, Record, Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Exhausted", "Walk"]

_MAX_STEPS: Final = 400_000
_MAX_CALLS: Final = 24
_MAX_DEPTH: Final = 130
_MAX_PASSED: Final = 32


class Exhausted(Exception):  # noqa: N818 - a bound that was reached, not a user's mistake
    """The host code is larger than what can be walked: what was not reached by then is undecided."""


class Walk:
    """One walk over a program.

    Attributes:
        mask: the lanes that are here.
        maybe: those of them that are here only if an undecided test goes their way.
        passed: tests that led here.
        cause: the test that last kept a lane from going on.
        line: where the walk is, as far as the syntax told.
        fields: values written to fields of objects, by name, with the lanes that wrote them.
    """

    def __init__(
        self, program: HostProgram, lanes: Lanes, names: HostNames, relevance: Relevance, store: OutcomeStore
    ) -> None:
        self.program, self.lanes, self.names, self.relevance = program, lanes, names, relevance
        self._store = store
        self._signatures: Signatures | None = None
        self.regions = Regions(program)
        self.constants = Constants(self)
        self.mask, self.maybe = lanes.full, 0
        self.passed: tuple[Passed, ...] = ()
        self.items: list[Item] = []
        self.cuts: list[Cut] = []
        self.cause: tuple[Test, bool] | None = None
        self.fields: dict[str, tuple[Value, int]] = {}
        self.steps = self.depth = self.line = 0
        self.last: Outcome | None = None
        self._known: dict[tuple[object, ...], Outcome] = {}
        self._active: set[tuple[object, ...]] = set()

    # -- parts of code -----------------------------------------------------------------------------------------

    def value(self, expression: Tuple, env: Env) -> Value:
        """Walk an expression and return what it is worth."""
        if not self.mask:
            return FREE
        self._step()
        self.depth += 1
        try:
            return expressions.evaluate(self, expression, env) if self.depth < _MAX_DEPTH else OPEN
        finally:
            self.depth -= 1

    def number(self, expression: Tuple, env: Env) -> Number:
        """Walk an expression and return it as a number."""
        value = self.value(expression, env)
        return value if isinstance(value, Number) else OPEN if depends(value) else FREE

    def block(self, parts: Sequence[Tuple], env: Env) -> None:
        """Walk statements in order; what a test cuts off behind itself is noted."""
        cause: tuple[Test, bool] | None = None
        frame = (tuple(parts), 0)
        env.rest.append(frame)
        for index, statement in enumerate(parts):
            if not self.mask:
                break
            before, self.cause = self.mask, None
            env.rest[-1] = (frame[0], index + 1)
            self.statement(statement, env)
            lost = before & ~self.mask
            if lost and self.cause is not None:
                cause = self.cause
                self.cut(*cause, self.regions.after(frame[0], index + 1, env.node), lost)
        env.rest.pop()
        self.cause = cause

    def statement(self, statement: Tuple, env: Env) -> None:
        """Walk one statement."""
        if not self.mask:
            return
        self._step()
        self.depth += 1
        try:
            if self.depth < _MAX_DEPTH:
                statements.execute(self, statement, env)
            else:  # too deep to be read: everything in it may be reached
                self.reach(self.regions.of(statement, env.node), maybe=True)
        finally:
            self.depth -= 1

    def _step(self) -> None:
        self.steps += 1
        if self.steps > _MAX_STEPS:
            raise Exhausted

    # -- what is found -----------------------------------------------------------------------------------------

    def record(self, node: Node, arguments: tuple[str, ...] | None = None) -> None:
        """Note that a node is reached here."""
        self.items.append(Item(node, self.mask, self.maybe & self.mask, self.passed, arguments))

    def reach(self, nodes: frozenset[Node], *, maybe: bool = False) -> None:
        """Note that nodes are reached here, or with `maybe` perhaps."""
        for node in nodes:
            self.items.append(Item(node, self.mask, self.mask if maybe else self.maybe & self.mask, self.passed))

    def cut(self, test: Test, holds: bool, region: frozenset[Node], mask: int) -> None:
        """Note that a test keeps lanes from code."""
        if region and mask:
            self.cuts.append(Cut(test, holds, region, mask))

    def write_field(self, name: str, value: Value) -> None:
        """Note a value that is stored in a field, for readers of an object whose origin is not known."""
        old = self.fields.get(name)
        if old is not None:
            value = meet(value, self.mask, old[0], old[1], self.lanes.count)
        elif not depends(value):
            return
        self.fields[name] = (value, self.mask | (0 if old is None else old[1]))

    # -- conditions --------------------------------------------------------------------------------------------

    def test(self, value: Number, expression: Tuple, line: int, env: Env, *, check: bool = False) -> Test | None:
        """Return the test that a condition is, or None if it does not hang on the device."""
        yes, no, undecided = truth(value, self.lanes.count)
        full = self.lanes.full
        if not undecided and yes in (0, full) and no in (0, full):
            return None
        return self.regions.test(Location(env.node.path, line), expression, (yes, no, undecided), check)

    def fork(
        self,
        value: Number,
        where: tuple[Tuple, int],
        ways: tuple[Callable[[], Value], Callable[[], Value]],
        parts: tuple[Tuple, Tuple],
        env: Env,
    ) -> Value:
        """Walk both ways of a condition, each on the lanes that take it; return the value where they meet.

        Args:
            value: the condition.
            where: it as written, and its line.
            ways: what to do where it holds, and where it does not.
            parts: the code of the two ways.
            env: the variables.
        """
        yes, no, undecided = truth(value, self.lanes.count)
        test = self.test(value, *where, env)
        regions = (_NOTHING, _NOTHING)
        if test is not None:
            regions = (self.regions.of(parts[0], env.node), self.regions.of(parts[1], env.node))
        active, maybe, passed = self.mask, self.maybe, self.passed
        kept = env.snapshot()
        first = self._way(active & yes, undecided, test, True, (ways[0], regions[1]), env)
        after, state = self.mask, env.snapshot()
        env.restore(kept)
        self.mask, self.maybe, self.passed = active, maybe, passed
        second = self._way(active & no, undecided, test, False, (ways[1], regions[0]), env)
        env.join(state, after, self.mask, self.lanes.count)
        met = meet(first.value, after, second.value, self.mask, self.lanes.count)
        self._both_ways(undecided & active, maybe, passed, first, second)
        self._meet(test, active, (after, self.mask), (maybe, passed), (first, second), regions)
        return met

    def _way(
        self,
        mask: int,
        undecided: int,
        test: Test | None,
        holds: bool,
        way: tuple[Callable[[], Value], frozenset[Node]],
        env: Env,
    ) -> _Way:
        """Walk one way."""
        found = _Way(len(self.items), self.passed)
        self.mask = mask
        if not mask:
            return found
        self.maybe |= undecided & mask
        if test is not None and self._restricts(test, holds):
            found.passed = Passed(test, holds, set(way[1]))
            self.passed = _joined(self.passed, (found.passed,))
        self.cause = None
        found.value = way[0]()
        found.after, found.maybe, found.tests, found.cause = self.mask, self.maybe, self.passed, self.cause
        found.end = len(self.items)
        if found.passed is not None and not self.mask:
            found.passed.others |= self.regions.behind(env)
        return found

    def _restricts(self, test: Test, holds: bool) -> bool:
        """Whether going this way keeps any lane out, or is not decided for one."""
        return bool(test.undecided) or (test.yes if holds else test.no) != self.lanes.full

    def _both_ways(
        self, undecided: int, maybe: int, passed: tuple[Passed, ...], first: _Way, second: _Way
    ) -> None:
        """What both ways of an undecided test reach is reached, whichever way it goes."""
        if not undecided:
            return
        masks: dict[Node, int] = {}
        for item in self.items[first.start : first.end]:
            masks[item.node] = masks.get(item.node, 0) | item.mask
        for item in self.items[second.start : second.end]:
            common = masks.get(item.node, 0) & item.mask & undecided
            if common:
                self.items.append(Item(item.node, common, maybe & common, passed, item.arguments))

    def _meet(
        self,
        test: Test | None,
        active: int,
        after: tuple[int, int],
        before: tuple[int, tuple[Passed, ...]],
        ways: tuple[_Way, _Way],
        regions: tuple[frozenset[Node], frozenset[Node]],
    ) -> None:
        """Set the state behind both ways."""
        first, second = ways
        maybe, passed = before
        self.mask = after[0] | after[1]
        both = after[0] & after[1]
        self.maybe = ((first.maybe | second.maybe | maybe) & ~both) | ((first.maybe & second.maybe | maybe) & both)
        self.passed = passed
        if test is not None:
            self.cut(test, False, regions[0], active & ~test.yes)
            self.cut(test, True, regions[1], active & ~test.no)
        if not after[0]:
            self.passed = second.tests
        elif not after[1]:
            self.passed = first.tests
        lost = active & ~self.mask
        self.cause = None
        if lost:
            told = (test, bool(lost & test.yes)) if test is not None else None
            self.cause = told or first.cause or second.cause

    def check(self, value: Number, expression: Tuple, line: int, env: Env) -> None:
        """The host goes on only where a condition holds."""
        yes, _, undecided = truth(value, self.lanes.count)
        test = self.test(value, expression, line, env, check=True)
        refused = self.mask & ~yes
        self.mask &= yes
        self.maybe |= undecided & self.mask
        if test is not None:
            self.passed = _joined(self.passed, (Passed(test, True),))
            if refused:
                self.cause = (test, False)

    # -- calls -------------------------------------------------------------------------------------------------

    def invoke(
        self, node: Node, function: Function, values: list[Value], given: list[Value] | None, this: Record | None
    ) -> Value:
        """Walk into a function, or repeat what an equal call gave; `last` keeps its outcome (None where it was not read)."""
        key = (id(function), self.mask, tuple(values), None if given is None else tuple(given), this)
        outcome = self._known.get(key)
        self.last = None
        if outcome is None:
            if key in self._active:
                return FREE
            if len(self._active) >= _MAX_CALLS or self.depth > _MAX_DEPTH // 2:
                self.record(node)
                return OPEN if any(map(depends, values)) else FREE
            self._active.add(key)
            try:
                outcome = self._known[key] = self._run(node, function, values, given, this)
            finally:
                self._active.discard(key)
        self._apply(outcome)
        self.last = outcome
        return outcome.value

    def forget(self) -> None:
        """Drop what calls gave: more is known now."""
        self._known.clear()
        self._signatures = None
        self.steps = 0

    def methods(self, node: Node) -> tuple[Node, ...]:
        """Return the methods of a class, inside it and outside."""
        outside = tuple(n for n in self.program.mentions(node) if n.qualified and n.scope[-1:] == (node.name,))
        return (*node.methods, *outside)

    def aside(self, expression: Tuple, env: Env) -> Value:
        """Return what an expression is worth on all lanes, and note nothing."""
        kept = self.mask, self.maybe, self.passed, self.items, self.cuts, self.cause
        self.mask, self.maybe, self.passed, self.items, self.cuts = self.lanes.full, 0, (), [], []
        value = self.value(expression, env)
        self.mask, self.maybe, self.passed, self.items, self.cuts, self.cause = kept
        return value

    def outcome(self, node: Node, function: Function) -> Outcome:
        """Return what a function does that is entered on all lanes with arguments that are not known."""
        if self._signatures is None:
            self._signatures = Signatures(self.program, self.relevance, self.fields)
        signature = self._signatures.of(node)
        kept = self._store.get(function, signature)
        if kept is not None:
            for name, written in kept[1].items():
                self.mask = written[1]
                self.write_field(name, written[0])
            return kept[0]
        self.mask, self.maybe, self.passed, self.items, self.cuts = self.lanes.full, 0, (), [], []
        before = dict(self.fields)
        outcome = self._run(node, function, [FREE] * len(function.parameters), None, None)
        new = {name: value for name, value in self.fields.items() if before.get(name) != value}
        self._store.put(function, signature, outcome, new)
        return outcome

    def _run(
        self, node: Node, function: Function, values: list[Value], given: list[Value] | None, this: Record | None
    ) -> Outcome:
        kept = self.mask, self.maybe, self.passed, self.items, self.cuts
        self.maybe, self.passed, self.items, self.cuts, self.cause = 0, (), [], [], None
        env = Env(node, this=this)
        bind(self, env, function, values, given)
        self.block(node.body(function), env)
        after = self.mask | env.returned
        passed = env.common(self.passed) if self.mask else env.tests or ()
        outcome = Outcome(
            env.value, env.this, written(env, function), after, self.maybe & after, passed, tuple(self.items),
            tuple(self.cuts), self.cause,
        )  # fmt: skip
        self.mask, self.maybe, self.passed, self.items, self.cuts = kept
        return outcome

    def _apply(self, outcome: Outcome) -> None:
        for item in outcome.items:
            passed = _joined(self.passed, item.passed)
            self.items.append(Item(item.node, item.mask, (item.maybe | self.maybe) & item.mask, passed, item.arguments))
        self.cuts.extend(outcome.cuts)
        self.mask = outcome.after
        self.maybe = (self.maybe | outcome.maybe) & self.mask
        self.passed = _joined(self.passed, outcome.passed)
        if outcome.cause is not None:
            self.cause = outcome.cause

    def enter(self, closure: Closure, values: list[Value]) -> Value:
        """Walk into a lambda."""
        env = Env(closure.env.node, closure.env)
        for index, (name, *_) in enumerate(closure.parameters):
            env.names[name] = values[index] if index < len(values) else FREE
        self.block(closure.body, env)
        self.mask |= env.returned
        return env.value

    def choose(self, ways: Sequence[Callable[[], Value]], env: Env) -> Value:
        """Walk alternatives of which it is not known which one is taken, whatever the device."""
        if len(ways) == 1:
            return ways[0]()
        rest = ways[1:]
        return self.fork(FREE, (_ANY, 0), (ways[0], lambda: self.choose(rest, env)), (_ANY, _ANY), env)


_ANY: Final = ("opaque", ())
_NOTHING: Final[frozenset[Node]] = frozenset()


def _joined(first: tuple[Passed, ...], second: tuple[Passed, ...]) -> tuple[Passed, ...]:
    """Put tests behind each other, each one once."""
    if not second or not first:
        return first or second
    known = {(one.test, one.holds) for one in first}
    return (*first, *(one for one in second if (one.test, one.holds) not in known))[:_MAX_PASSED]


class _Way:
    """One way of a condition, as it was walked."""

    __slots__ = ("after", "cause", "end", "maybe", "passed", "start", "tests", "value")

    def __init__(self, start: int, tests: tuple[Passed, ...]) -> None:
        self.start = start
        self.end = self.after = self.maybe = 0
        self.value: Value = FREE
        self.passed: Passed | None = None
        self.tests = tests
        self.cause: tuple[Test, bool] | None = None
