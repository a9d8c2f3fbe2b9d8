"""Conditions of host code: each splits the lanes, and what only some of them reach hangs on the test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.number import FREE, truth
from kernaudit.facts.host_gates.outcome import Item, Passed, joined
from kernaudit.facts.host_gates.values import meet
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.number import Number
    from kernaudit.facts.host_gates.outcome import Test
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.ast import Tuple

__all__ = ["check", "choose", "fork"]

_ANY: Final = ("opaque", ())
_NOTHING: Final[frozenset[Node]] = frozenset()


def fork(  # noqa: PLR0913, PLR0917 - the state of a condition
    walk: Walk,
    value: Number,
    where: tuple[Tuple, int],
    ways: tuple[Callable[[], Value], Callable[[], Value]],
    parts: tuple[Tuple, Tuple],
    env: Env,
) -> Value:
    """Walk both ways of a condition, each on the lanes that take it; return the value where they meet.

    Args:
        walk: where the walk stands.
        value: the condition.
        where: it as written, and its line.
        ways: what to do where it holds, and where it does not.
        parts: the code of the two ways.
        env: the variables.
    """
    return _Fork(walk, value, where, parts, env).run(ways)


def check(walk: Walk, value: Number, where: tuple[Tuple, int], env: Env) -> None:
    """The host goes on only where a condition holds."""
    yes, _, undecided = truth(value, walk.lanes.count)
    test = _test(walk, value, where, env, check=True)
    active, refused = walk.mask, walk.mask & ~yes
    walk.mask &= yes
    walk.doubt |= (undecided & walk.mask) | (refused & walk.maybe)
    walk.maybe |= undecided & walk.mask
    if test is not None:
        walk.passed = joined(walk.passed, (Passed(test, True, active),))
        if refused:
            walk.cause = (test, False)


def choose(walk: Walk, ways: Sequence[Callable[[], Value]], env: Env) -> Value:
    """Walk alternatives of which it is not known which one is taken, whatever the device."""
    if len(ways) == 1:
        return ways[0]()
    rest = ways[1:]
    return fork(walk, FREE, (_ANY, 0), (ways[0], lambda: choose(walk, rest, env)), (_ANY, _ANY), env)


def _test(walk: Walk, value: Number, where: tuple[Tuple, int], env: Env, *, check: bool = False) -> Test | None:
    """The test that a condition is, or None if it does not hang on the device."""
    masks = truth(value, walk.lanes.count)
    yes, no, undecided = masks
    if not undecided and yes in (0, walk.lanes.full) and no in (0, walk.lanes.full):
        return None
    return walk.regions.test(Location(env.node.path, where[1]), where[0], masks, check)


class _Way:
    """One way of a condition, as it was walked: what was noted, and where it stands behind it."""

    __slots__ = ("after", "cause", "items", "maybe", "tests", "value")

    def __init__(self, tests: tuple[Passed, ...]) -> None:
        self.after = self.maybe = 0
        self.value: Value = FREE
        self.items: Sequence[Item] = ()
        self.tests = tests
        self.cause: tuple[Test, bool] | None = None


class _Fork:
    """One condition that is being walked."""

    def __init__(
        self, walk: Walk, value: Number, where: tuple[Tuple, int], parts: tuple[Tuple, Tuple], env: Env
    ) -> None:
        self.walk, self.env = walk, env
        self.yes, self.no, undecided = truth(value, walk.lanes.count)
        self.test = _test(walk, value, where, env)
        self.active, self.maybe, self.passed = walk.mask, walk.maybe, walk.passed
        self.undecided = undecided & walk.mask
        self.regions = (_NOTHING, _NOTHING)
        if self.test is not None:
            self.regions = (walk.regions.of(parts[0], env.node), walk.regions.of(parts[1], env.node))

    def run(self, ways: tuple[Callable[[], Value], Callable[[], Value]]) -> Value:
        walk, env = self.walk, self.env
        kept = env.snapshot()
        first = self._way(self.active & self.yes, True, ways[0])
        state = env.snapshot()
        env.restore(kept)
        walk.mask, walk.maybe, walk.passed = self.active, self.maybe, self.passed
        second = self._way(self.active & self.no, False, ways[1])
        env.join(state, first.after, second.after, walk.lanes.count)
        if self.undecided:
            self._both_ways(first, second)
        self._meet(first, second)
        return meet(first.value, first.after, second.value, second.after, walk.lanes.count)

    def _way(self, mask: int, holds: bool, way: Callable[[], Value]) -> _Way:
        walk = self.walk
        found = _Way(self.passed)
        walk.mask = mask
        if not mask:
            return found
        walk.maybe |= self.undecided & mask
        passed = self._pass(holds)
        walk.cause = None
        start, outer = len(walk.items), walk.device_way
        walk.device_way = self.test is not None
        walk.tested += walk.device_way
        walk.free += not walk.device_way
        found.value = way()
        walk.tested -= self.test is not None
        walk.free -= self.test is None
        walk.device_way = outer
        found.after, found.maybe, found.tests, found.cause = walk.mask, walk.maybe, walk.passed, walk.cause
        found.items = walk.items[start:] if self.undecided else ()
        if passed is not None and not walk.mask:
            passed.others |= walk.regions.behind(self.env)
        return found

    def _pass(self, holds: bool) -> Passed | None:
        """Note that this way leads through the test, unless going it keeps no lane out."""
        test = self.test
        if test is None or (not test.undecided and (test.yes if holds else test.no) == self.walk.lanes.full):
            return None
        passed = Passed(test, holds, self.active, set(self.regions[1 if holds else 0]))
        self.walk.passed = joined(self.passed, (passed,))
        return passed

    def _both_ways(self, first: _Way, second: _Way) -> None:
        """What both ways of an undecided test reach is reached, whichever way it goes."""
        masks: dict[Node, int] = {}
        for item in first.items:
            masks[item.node] = masks.get(item.node, 0) | item.mask
        for item in second.items:
            common = masks.get(item.node, 0) & item.mask & self.undecided
            if common:
                made = Item(item.node, common, self.maybe & common, self.passed, item.arguments, item.walked)
                self.walk.items.append(made)

    def _meet(self, first: _Way, second: _Way) -> None:
        """Set the state behind both ways."""
        walk, test = self.walk, self.test
        walk.mask = first.after | second.after
        both = first.after & second.after
        one = first.maybe | second.maybe | self.maybe
        walk.maybe = (one & walk.mask & ~both) | ((first.maybe & second.maybe | self.maybe) & both)
        walk.passed = self.passed if first.after and second.after else first.tests if first.after else second.tests
        if test is not None:
            walk.cut(test, False, self.regions[0], self.active & ~self.yes)
            walk.cut(test, True, self.regions[1], self.active & ~self.no)
        lost = self.active & ~walk.mask
        walk.cause = None
        if lost:
            walk.cause = (test, bool(lost & self.yes)) if test is not None else first.cause or second.cause
