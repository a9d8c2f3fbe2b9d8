"""What of a function the bytes of a launch can depend on; the rest need not be evaluated.

A slice is a set of names, worked out without regard to order: names in launch configurations, opt-in calls,
declarations of shared memory and calls of functions with any of them; names in what those are assigned from; names in
conditions around any of it. For a function that is called for its value, what it returns counts too, and what it
writes outside itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.api import ASSERTION, CONFIG_LAUNCHES, OPTIN_CALLS, PLAIN_BLOCKS, PLAIN_LAUNCHES
from kernaudit.facts.shared_memory.skeleton import BRANCHES, LEAVING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kernaudit.facts.shared_memory.skeleton import Called, NodeFacts, Skeleton, Skeletons
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Part", "Slice", "Slicer", "needed_positions"]

_LAUNCHES: Final = frozenset({*OPTIN_CALLS, *PLAIN_LAUNCHES, *CONFIG_LAUNCHES})
_KEPT: Final = frozenset({*LEAVING, "using", "block", "class"})


class Slice:
    """The names that matter in one function."""

    __slots__ = ("_keeps", "_slicer", "names")

    def __init__(self, slicer: Slicer, names: frozenset[str]) -> None:
        self.names = names
        self._slicer = slicer
        self._keeps: dict[int, bool] = {}

    def keeps(self, statement: Tuple) -> bool:
        """Whether a statement has to be walked."""
        known = self._keeps.get(id(statement))
        if known is None:
            known = self._keeps[id(statement)] = self._matters(statement)
        return known

    def _matters(self, statement: Tuple) -> bool:
        kind = statement[0]
        if kind in _KEPT:
            return True
        facts = self._slicer.facts(statement)
        if self._slicer.launches(facts) or (kind in BRANCHES and facts.leaves):
            return True
        if kind == "decl":
            return not self.names.isdisjoint(part.strip() for part in statement[3].split(","))
        return not self.names.isdisjoint(facts.words)


@dataclass(frozen=True, slots=True)
class Part:
    """What matters in one function.

    Attributes:
        body: statements.
        slice: which of them are walked, None for all.
        names: what they depend on.
        words: which parameters they can name, None for any.
    """

    body: tuple[Tuple, ...]
    slice: Slice | None
    names: frozenset[str]
    words: frozenset[str] | None = None


def needed_positions(functions: Iterable[Function], part_of: Callable[[Function], Part]) -> frozenset[int] | None:
    """Return the positions of the arguments that matter to functions, None for all (a parameter pack among them)."""
    found: set[int] = set()
    for function in functions:
        names = part_of(function).names
        for index, parameter in enumerate(function.parameters):
            if parameter[4]:
                return None
            if parameter[0] in names:
                found.add(index)
    return frozenset(found)


class Slicer:
    """Slices the functions of one unit.

    Args:
        skeletons: shared by all units.
        launching: names of functions that launch or opt in, directly or through others.
        needed: name of such a function -> positions of the arguments that matter, or None for all.
    """

    def __init__(
        self, skeletons: Skeletons, launching: frozenset[str], needed: Callable[[str], frozenset[int] | None]
    ) -> None:
        self._skeletons, self._needed = skeletons, needed
        self._launching = launching | _LAUNCHES

    def slice(self, body: tuple[Tuple, ...], local: frozenset[str]) -> Slice:
        """Return the slice of a body whose parameters are `local`."""
        return Slice(self, self._settled(self._skeletons.of(body), local))

    def facts(self, node: Tuple) -> NodeFacts:
        """Return what is inside a node."""
        return self._skeletons.facts(node)

    def launches(self, facts: NodeFacts) -> bool:
        """Whether a node launches, opts in, declares shared memory, or calls what does."""
        return facts.launches or not self._launching.isdisjoint(facts.words)

    def _settled(self, skeleton: Skeleton, local: frozenset[str]) -> frozenset[str]:
        """The names that matter, with all that they depend on."""
        lambdas = self._launching_lambdas(skeleton)
        inside = local | skeleton.declared
        names = set(skeleton.roots) | lambdas
        names.update(name for name in skeleton.assigned if name not in inside)
        for call in skeleton.calls:
            names.update(*self._of_call(call, lambdas))
        asserted = [c.arguments[0] for c in skeleton.calls if c.arguments and any(map(ASSERTION.search, c.path))]
        before = -1
        while len(names) != before:
            before = len(names)
            for name, facts in skeleton.definitions:
                if name in names:
                    names |= facts.words
            for words in asserted:
                if not names.isdisjoint(words):
                    names |= words
            for words, facts in skeleton.conditions:
                decides = facts.leaves or self.launches(facts) or not lambdas.isdisjoint(facts.words)
                if decides or not names.isdisjoint(facts.written):
                    names |= words
        return frozenset(names)

    def _launching_lambdas(self, skeleton: Skeleton) -> set[str]:
        """Local lambdas that launch, or call one that does."""
        found: set[str] = set()
        before = -1
        while len(found) != before:
            before = len(found)
            for name, facts in skeleton.definitions:
                if not facts.shared and (self.launches(facts) or not found.isdisjoint(facts.words)):
                    found.add(name)
        return found

    def _of_call(self, call: Called, lambdas: set[str]) -> Iterator[frozenset[str]]:
        """The words of a call that matter, given what it calls."""
        named = [name for name in call.path if name in self._launching]
        if not named:
            if not lambdas.isdisjoint(call.callee):
                yield call.callee
                yield from call.arguments
            return
        yield call.callee
        positions = self._positions(named[-1])
        yield from (words for index, words in enumerate(call.arguments) if positions is None or index in positions)

    def _positions(self, name: str) -> frozenset[int] | None:
        if name in OPTIN_CALLS:
            return frozenset((0, 1, 2))
        if name in CONFIG_LAUNCHES:
            return frozenset((0, 1))
        if name in PLAIN_LAUNCHES:
            return frozenset((0, PLAIN_LAUNCHES[name], *(PLAIN_BLOCKS[name] if self._skeletons.blocks else ())))
        return self._needed(name)
