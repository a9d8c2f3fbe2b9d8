"""Answers about types and constants, each worked out once: templates name each other over and over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.values import DEPENDENT

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.values import ClassInstance, Value

__all__ = ["Learnt", "Remembering"]

Learnt = tuple[frozenset[str], int]
"""What an answer that is kept looked up in the scope, and the steps that it took."""

_MAX_DEPTH: Final = 40
_MOST_ANSWERS: Final = 60_000
"""Types and constants that one walk works out before it takes the rest as unknown: templates compute anything."""
_MOST_KEPT: Final = 120_000


class Remembering:
    """Keeps answers with what they looked up, so that an answer found again counts as if it were worked out again.

    Args:
        scope: the declarations of the unit.

    Attributes:
        steps: taken in the walk under way.
        spared: steps that it did not take because what they would give was known.
        unsteady: some answer hung on a bound, or on what was asked before: asked first it may be another.
    """

    def __init__(self, scope: UnitScope) -> None:
        self.scope = scope
        self.steps = self.spared = 0
        self.unsteady = False
        self._depth = 0
        self._answers: dict[Hashable, tuple[Value, Learnt | None]] = {}
        self._made = 0
        self._names: dict[frozenset[str], frozenset[str]] = {}
        self._reading: set[ClassInstance] = set()
        self._half_read: set[ClassInstance] = set()

    def remembered(self, key: Hashable, work: Callable[[], Value]) -> Value:
        """Return the kept answer to a question, or what `work` gives; asked inside of itself it is DEPENDENT."""
        known = self._answers.get(key)
        if known is not None:
            self.recall(known[1])
            return known[0]
        self._made += 1
        if self._made > _MOST_ANSWERS:
            self.unsteady = True
            return DEPENDENT
        self._answers[key] = DEPENDENT, None
        before, unsteady, self.unsteady = self.steps + self.spared, self.unsteady, False
        half_read, self._half_read = self._half_read, set()
        try:
            with self.scope.tracing() as looked_up:
                value = work()
            names = frozenset(looked_up)
            kept = None if self.unsteady else (self._names.setdefault(names, names), self.steps + self.spared - before)
            self._answers[key] = value, kept
        except BaseException:
            del self._answers[key]
            raise
        finally:
            self.unsteady |= unsteady
            if self._half_read:  # the answer misses what a class inherits whose bases are still being read
                self._answers.pop(key, None)
            self._half_read |= half_read
        return value

    def too_deep(self) -> bool:
        """Whether what is asked nests too deep to be answered."""
        self.unsteady |= self._depth > _MAX_DEPTH
        return self._depth > _MAX_DEPTH

    def begin(self) -> None:
        """Say that a walk begins."""
        self._made = 0
        if len(self._answers) > _MOST_KEPT:
            self.forget_answers()

    def forget_answers(self) -> None:
        """Let go of what is kept."""
        self._answers.clear()
        self._names.clear()

    def recall(self, learnt: Learnt | None) -> None:
        """Count what was learnt before as if it were learnt now; None: it is being learnt, or hung on a bound."""
        if learnt is None:
            self.unsteady = True
        else:
            self.scope.looked_up |= learnt[0]
            self.spared += learnt[1]

    def read_bases(self, instance: ClassInstance, work: Callable[[], list[Value]]) -> list[Value]:
        """Return what `work` finds of the bases of a class; none while they are being read: it inherits nothing there.

        C++ standard [basic.scope.class]: the class is complete only after its base clause.
        """
        if instance in self._reading:
            self._half_read.add(instance)
            return []

        def reading() -> list[Value]:
            self._reading.add(instance)
            try:
                return work()
            finally:
                self._reading.discard(instance)
                self._half_read.discard(instance)

        found = self.remembered(("bases", instance), reading)
        return found if isinstance(found, list) else []
