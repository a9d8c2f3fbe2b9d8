"""Reads the shared memory that the host code of translation units asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from kernaudit.facts.frame import Frame
from kernaudit.facts.scope import UnitScope
from kernaudit.facts.shared_memory.block_demand import BlockDemand
from kernaudit.facts.shared_memory.calls import on_host
from kernaudit.facts.shared_memory.clusters import ClusterNotes, allows_large_clusters, asks_for_cluster
from kernaudit.facts.shared_memory.demand import asks_for_constant, asks_for_shared, opts_in
from kernaudit.facts.shared_memory.fact import UnitSharedMemory
from kernaudit.facts.shared_memory.host import HostWalker
from kernaudit.facts.shared_memory.pairing import Pairing
from kernaudit.facts.shared_memory.relevance import (
    Words,
    is_instantiated,
    is_plain,
    is_promised,
    relevant_functions,
    roots,
)
from kernaudit.facts.shared_memory.syntax import BodyReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import FileText

__all__ = ["SharedMemoryReader"]

Hits: TypeAlias = "Callable[[str], bool]"

_NO_TEXTS: Final[frozenset[str]] = frozenset()

_STEPS: Final = 100_000
"""Expressions behind one function in which a walk begins; the largest seen in public trees takes 15,605."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What one text of a unit says, and what was looked up for it: a text that answers alike says the same."""

    found: UnitSharedMemory
    looked_up: tuple[tuple[str, tuple[object, ...]], ...]
    relevant: Sequence[Function]

    def holds_in(self, scope: UnitScope) -> bool:
        return all(scope.state(name) == answer for name, answer in self.looked_up)


class SharedMemoryReader:
    """Reads units; what it learnt of a header is used again.

    Args:
        fields: fields of objects that hold what a device answers, by name (`device_fields`).
        threads: a block of at most so many fits every device; None: blocks are not looked at.
    """

    def __init__(self, fields: Mapping[str, Term] | None = None, threads: int | None = None) -> None:
        self._fields = dict(fields or {})
        self._demand = None if threads is None else BlockDemand(threads)
        self._hits: dict[tuple[frozenset[str], Hits], Hits] = {}
        self._reader = BodyReader()
        self._block_reader = BodyReader(blocks=True)
        self._words = Words()
        self._kept: dict[tuple[str | int, ...], list[_Kept]] = {}

    def read(self, unit: str, files: Sequence[FileText]) -> UnitSharedMemory:
        """Return what the host code of a unit says, given the files of its include closure in the host pass.

        Without an opt-in call no launch gets more than the default: in such a unit only functions count whose
        launches may ask for a constant amount, which may be plainly above it.
        """
        scope = UnitScope(files)
        large = self._demand.exceeding(files) if self._demand is not None else _NO_TEXTS
        large |= _asking(files)
        relevant = self._relevant(scope, files, large)
        if not relevant:
            return UnitSharedMemory(unit, (), (), ())
        reader = self._block_reader if large else self._reader
        clusters = allows_large_clusters(files)
        kept = self._kept.setdefault((unit, id(reader), clusters, *map(id, relevant)), [])
        for one in kept:
            if one.holds_in(scope):
                return one.found
        with scope.tracing() as looked_up:
            walker = HostWalker(scope, self._fields, reader)
            self._walk(walker, relevant)
            pairing = Pairing(walker.events, complete=not walker.cut, large_clusters=clusters)
            cut = tuple(sorted(walker.cut))
            found = UnitSharedMemory(unit, pairing.facts(), pairing.unattributed(), cut)
        kept.append(_Kept(found, tuple((name, scope.state(name)) for name in sorted(looked_up)), relevant))
        return found

    def _walk(self, walker: HostWalker, relevant: Sequence[Function]) -> None:
        walker.consider(relevant)
        for function, environment in self._starts(relevant, walker):
            walker.steps = _STEPS
            walker.clusters = ClusterNotes()
            walker.attempt(function, environment)

    def _relevant(self, scope: UnitScope, files: Sequence[FileText], large: frozenset[str]) -> list[Function]:
        def own(function: Function) -> bool:
            return on_host(function) and not is_promised(scope, function)

        if any(opts_in(file.text) for file in files):
            raising = relevant_functions(scope, self._words, opts_in, own)
            if any(is_plain(function) or is_instantiated(scope, function) for function in raising):
                return relevant_functions(scope, self._words, self._also(large, asks_for_shared), own)
        return relevant_functions(scope, self._words, self._also(large, asks_for_constant), own)

    def _also(self, large: frozenset[str], hits: Hits) -> Hits:
        """What tells relevant texts, if these are relevant too; equal questions are one object."""
        if not large:
            return hits

        def either(text: str) -> bool:
            return hits(text) or (("<<<" in text or "LaunchKernel" in text) and any(text in one for one in large))

        return self._hits.setdefault((large, hits), either)

    def _starts(self, relevant: Sequence[Function], walker: HostWalker) -> Iterator[tuple[Function, dict[str, Any]]]:
        for function in roots(walker.scope, relevant, self._words):
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
                walker.steps = _STEPS
                given = walker.arguments(made.arguments, Frame({}, function.scope))
                yield function, walker.bound(function, given)


def _asking(files: Sequence[FileText]) -> frozenset[str]:
    """The texts of the declarations that give launches the size of their clusters."""
    found = (file for file in files if asks_for_cluster(file.text))
    return frozenset(d.kept for file in found for d in file.declarations if asks_for_cluster(d.kept))
