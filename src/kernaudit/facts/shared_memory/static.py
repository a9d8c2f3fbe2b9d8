"""Static shared memory of kernels: `__shared__` variables of the kernel and of the functions that it calls.

A variable counts once, however often it is reached, and whatever the program does at run time; a branch that template
arguments rule out does not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.scope import UnitScope
from kernaudit.facts.shared_memory.bounds import Ranges, View, possible
from kernaudit.facts.shared_memory.demand import declares_shared
from kernaudit.facts.shared_memory.fact import StaticBytes
from kernaudit.facts.shared_memory.host import HostWalker
from kernaudit.facts.shared_memory.layout import times
from kernaudit.facts.shared_memory.relevance import Words, reaching
from kernaudit.facts.shared_memory.syntax import BodyReader
from kernaudit.facts.shared_memory.wording import missing_names
from kernaudit.facts.values import Unknown
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.facts.frame import Frame
    from kernaudit.facts.shared_memory.flow import Exit
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import CallSite, Value
    from kernaudit.facts.values import TypeValue
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import FileText

__all__ = ["StaticReader"]

_STEPS: Final = 40_000
_NONE: Final = StaticBytes(0, 0)


class StaticReader:
    """Works out the static shared memory of the kernels of one unit, as one image's text has them."""

    def __init__(self, files: Sequence[FileText], reader: BodyReader | None = None, words: Words | None = None) -> None:
        self._words = words or Words()
        self._walker = _StaticWalker(UnitScope(files), {}, reader or BodyReader())

    def of(
        self, kernel: Function, reached: Sequence[Function], arguments: Mapping[str, Any] | None = None
    ) -> StaticBytes:
        """Return the static bytes of a kernel with these template arguments; an open one is missing or an unknown.

        Args:
            kernel: whose.
            reached: the functions that it may call, itself among them.
            arguments: by parameter.
        """
        relevant = reaching(reached, declares_shared, self._words)
        if not any(one is kernel for one in relevant):
            return _NONE
        self._walker.consider(relevant)
        return self._walker.total(kernel, dict(arguments or {}))


class _StaticWalker(HostWalker):
    """Walks device code for its `__shared__` variables."""

    def total(self, kernel: Function, arguments: dict[str, Any]) -> StaticBytes:
        """Return the sum over the variables that a kernel reaches."""
        self._sizes: dict[tuple[str, int, str, Term], tuple[Term, bool]] = {}
        self._open = any(isinstance(v, Unknown) for v in arguments.values()) or len(arguments) < len(
            kernel.template or ()
        )
        self.steps = _STEPS
        finished = self.attempt(kernel, arguments)
        low: int = 0
        high: int | None = 0 if finished else None
        missing = [] if finished else ["a function of too many statements"]
        for size, certain in self._sizes.values():
            found = possible(size, Ranges(View()))
            low += (found.low or 0) if certain else 0
            high = None if high is None or found.high is None or size.value is None else high + found.high
            missing += missing_names(size)
        place = min((Location(path, line) for path, line, _, _ in self._sizes), default=None)
        return StaticBytes(low, high, tuple(dict.fromkeys(missing)), place)

    def shared(self, statement: Tuple, made: TypeValue | None, frame: Frame) -> None:
        """Count a variable."""
        _, flags, _, name, _, _, line, *rest = statement
        if "extern" in flags:
            return
        bounds = [None if bound is None else self.number(bound, frame) for bound in (rest[0] if rest else ())]
        size = times(self.layouts.of(made, f"the type of {name}").size, bounds)
        key = (self.path_file, line, name, size)
        certain = not self._open or not self.machine.path
        self._sizes[key] = (size, certain or self._sizes.get(key, (size, False))[1])

    def can_call(self, function: Function) -> bool:
        """Device code calls device functions, and constant expressions call any."""
        return function.has_body and not function.kernel

    def _loop(self, condition: Tuple, body: Tuple, step: Tuple | None, frame: Frame, rounds: int = 1) -> Exit:
        """No variable is declared more than once by a loop."""
        del rounds
        return self._any_round(condition, body, step, frame)

    def _walk(self, function: Function, environment: dict[str, Any], site: CallSite) -> Value:
        if id(function) in self.relevant or "constexpr" in function.head:
            return super()._walk(function, environment, site)
        return None
