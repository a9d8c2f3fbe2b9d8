"""Reads the shared memory that the host code of translation units asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.frame import Frame
from kernaudit.facts.scope import UnitScope
from kernaudit.facts.shared_memory.calls import on_host
from kernaudit.facts.shared_memory.demand import asks_for_shared
from kernaudit.facts.shared_memory.expressions import TooMuch
from kernaudit.facts.shared_memory.fact import UnitSharedMemory
from kernaudit.facts.shared_memory.host import HostWalker
from kernaudit.facts.shared_memory.pairing import Pairing
from kernaudit.facts.shared_memory.relevance import Words, is_plain, relevant_functions, roots
from kernaudit.facts.shared_memory.syntax import BodyReader
from kernaudit.facts.templates import bind_arguments

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import FileText

__all__ = ["SharedMemoryReader"]


class SharedMemoryReader:
    """Reads units; what it learnt of a header is used again.

    Args:
        fields: fields of objects that hold what a device answers, by name (`device_fields`).
    """

    def __init__(self, fields: Mapping[str, Term] | None = None) -> None:
        self._fields = dict(fields or {})
        self._reader = BodyReader()
        self._words = Words()

    def read(self, unit: str, files: Sequence[FileText]) -> UnitSharedMemory:
        """Return what the host code of a unit says, given the files of its include closure in the host pass."""
        scope = UnitScope(files)
        relevant = relevant_functions(scope, self._words, asks_for_shared, on_host)
        if not relevant:
            return UnitSharedMemory(unit, (), (), ())
        walker = HostWalker(scope, self._fields, self._reader)
        walker.reset()
        walker.relevant = frozenset(map(id, relevant))
        for function, environment in self._starts(scope, relevant, walker):
            self._run(walker, function, environment)
        pairing = Pairing(walker.events, complete=not walker.cut)
        return UnitSharedMemory(unit, pairing.facts(), pairing.unattributed(), tuple(sorted(walker.cut)))

    def _starts(
        self, scope: UnitScope, relevant: Sequence[Function], walker: HostWalker
    ) -> Iterator[tuple[Function, dict[str, Any]]]:
        for function in roots(scope, relevant, self._words):
            yield function, {}
        for function in relevant:
            yield from self._instantiated(function, walker)
        for function in relevant:  # what no walk has met: it may still be called from elsewhere
            if is_plain(function) and id(function) not in walker.walked:
                yield function, {}

    @staticmethod
    def _instantiated(function: Function, walker: HostWalker) -> Iterator[tuple[Function, dict[str, Any]]]:
        if not function.template or function.special is not None:
            return
        for made in walker.scope.instantiations(function.name):
            if made.arguments is not None and not made.external:
                frame = Frame({}, function.scope)
                given = walker.arguments(made.arguments, frame)
                evaluate = lambda e, env: walker.argument(e, Frame(env, frame.scope))  # noqa: E731 - short and local
                yield function, bind_arguments(function.template, given, evaluate, {})

    @staticmethod
    def _run(walker: HostWalker, function: Function, environment: dict[str, Any]) -> None:
        walker.steps = 0
        try:
            walker.run(function, environment)
        except (TooMuch, RecursionError):
            walker.cut.add(function.name)
