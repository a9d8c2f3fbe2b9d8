"""What has to be walked for the static shared memory of kernels: worked out once for each set of reached functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.shared_memory.demand import declares_shared
from kernaudit.facts.shared_memory.pruning import Pruning
from kernaudit.facts.shared_memory.relevance import Words, called_as, reaching
from kernaudit.facts.shared_memory.slicing import needed_positions
from kernaudit.facts.shared_memory.syntax import BodyReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.shared_memory.slicing import Part
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Plan", "Plans"]


class Plan:
    """Of the functions that a kernel reaches, those that declare shared memory or lead to it, and what matters in them.

    Attributes:
        ids: of these functions.
        by_name: they, as they are called.
    """

    def __init__(self, relevant: Iterable[Function], reader: BodyReader) -> None:
        self.by_name: dict[str, list[Function]] = {}
        self._functions = {id(function): function for function in relevant}
        for function in self._functions.values():
            self.by_name.setdefault(called_as(function), []).append(function)
        self.ids = frozenset(self._functions)
        self._reader = reader
        self._declaring = frozenset(self.by_name)
        self._parts: dict[int, Part] = {}
        self._positions: dict[str, frozenset[int] | None] = {}

    def part(self, function: Function) -> Part:
        """Return what matters in one of the functions."""
        found = self._parts.get(id(function))
        if found is None:
            body, skeletons = self._reader.body(function), self._reader.skeletons
            made = Pruning(function, body, skeletons, self._declaring, self._needed_by_name)
            found = self._parts[id(function)] = made.result()
        return found

    def words(self, kernel: Function) -> frozenset[str] | None:
        """Return on which names the bytes of a kernel can depend, None for any."""
        return self.part(kernel).words

    def leads_to_shared(self, node: Tuple) -> bool:
        """Whether an expression calls one of the functions."""
        return not self._declaring.isdisjoint(self._reader.skeletons.words(node))

    def needed(self, functions: Sequence[Function]) -> frozenset[int] | None:
        """Return the positions of the arguments that matter to these functions, None for all."""
        return needed_positions(functions, self.part)

    def _needed_by_name(self, name: str) -> frozenset[int] | None:
        if name not in self._positions:
            self._positions[name] = None  # while it is worked out, and for functions that call themselves
            self._positions[name] = self.needed(self.by_name.get(name, ()))
        return self._positions[name]


class Plans:
    """The plans of one run; units share what they reach, and targets that see the same text."""

    def __init__(self) -> None:
        self.reader = BodyReader()
        self._words = Words()
        self._declares: dict[int, tuple[Function, bool]] = {}
        self._plans: dict[int, tuple[Sequence[Function], Plan]] = {}
        self._alike: dict[frozenset[int], Plan] = {}

    def of(self, reached: Sequence[Function]) -> Plan:
        """Return the plan for the functions that a kernel reaches."""
        known = self._plans.get(id(reached))
        if known is None:
            made = Plan(reaching(reached, self.declares, self._words), self.reader)
            known = self._plans[id(reached)] = (reached, self._alike.setdefault(made.ids, made))
        return known[1]

    def declares(self, function: Function) -> bool:
        """Whether a function itself declares static shared memory."""
        known = self._declares.get(id(function))
        if known is None:
            known = self._declares[id(function)] = (function, declares_shared(function.text))
        return known[1]
