"""Static shared memory of kernels: `__shared__` variables of the kernel and of the functions that it calls.

A variable counts once, however often it is reached, and whatever the program does at run time; a branch that template
arguments rule out does not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.frame import Asked
from kernaudit.facts.scope import UnitScope
from kernaudit.facts.shared_memory.bounds import Ranges, View, possible
from kernaudit.facts.shared_memory.fact import StaticBytes
from kernaudit.facts.shared_memory.host import HostWalker
from kernaudit.facts.shared_memory.layout import times
from kernaudit.facts.shared_memory.slicing import Slicer
from kernaudit.facts.shared_memory.static_plan import Plans
from kernaudit.facts.shared_memory.wording import missing_names
from kernaudit.facts.values import Unknown
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.facts.frame import Frame
    from kernaudit.facts.shared_memory.flow import Exit
    from kernaudit.facts.shared_memory.slicing import Part
    from kernaudit.facts.shared_memory.static_plan import Plan
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import CallSite, Value
    from kernaudit.facts.values import TypeValue
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import FileText

__all__ = ["StaticReader", "has_open"]

_STEPS: Final = 40_000
_NONE: Final = StaticBytes(0, 0)


def has_open(kernel: Function, arguments: Mapping[str, Any]) -> bool:
    """Whether a template argument of a kernel is missing or not known."""
    return any(isinstance(v, Unknown) for v in arguments.values()) or len(arguments) < len(kernel.template or ())


class StaticReader:
    """Works out the static shared memory of the kernels of one unit, as one image's text has them.

    Attributes:
        scope: the declarations of the unit.
    """

    def __init__(self, files: Sequence[FileText], plans: Plans | None = None) -> None:
        self._plans = plans or Plans()
        self.scope = UnitScope(files)
        self._walker = _StaticWalker(self.scope, {}, self._plans.reader)

    def of(
        self, kernel: Function, reached: Sequence[Function], arguments: Mapping[str, Any] | None = None
    ) -> StaticBytes:
        """Return the static bytes of a kernel with these template arguments; an open one is missing or an unknown.

        Args:
            kernel: whose.
            reached: the functions that it may call, itself among them.
            arguments: by parameter.
        """
        plan = self._plans.of(reached)
        if id(kernel) not in plan.ids:
            return _NONE
        self._walker.follow(plan)
        return self._walker.total(kernel, Asked(arguments or {}))

    @property
    def asked(self) -> frozenset[str]:
        """The template arguments that the last answer looked at; others would have given the same."""
        return self._walker.asked

    def tells_all_apart(self, kernel: Function) -> bool:
        """Whether instantiations of a kernel differ by all their arguments: some are compiled in other units."""
        return any(made.external for made in self._walker.scope.instantiations(kernel.name))


class _StaticWalker(HostWalker):
    """Walks device code for its `__shared__` variables."""

    asked: frozenset[str] = frozenset()
    _plan: Plan | None = None

    def follow(self, plan: Plan) -> None:
        """Say what is to be walked."""
        if plan is not self._plan:
            self._plan = plan
            self.reset()
            self.relevant, self._named = plan.ids, plan.by_name
            self._slicer = Slicer(self.reader.skeletons, frozenset(plan.by_name), self._needed_by_name)

    def total(self, kernel: Function, arguments: Asked) -> StaticBytes:
        """Return the sum over the variables that a kernel reaches."""
        self._sizes: dict[tuple[str, int, str, Term], tuple[Term, bool]] = {}
        self._open = has_open(kernel, arguments)
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
        self.asked = frozenset(arguments.names)
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

    def part_of(self, function: Function) -> Part:
        """Return what matters in a function."""
        if self._plan is not None and id(function) in self.relevant:
            return self._plan.part(function)
        return super().part_of(function)

    def needed(self, functions: Sequence[Function]) -> frozenset[int] | None:
        """Return the positions of the arguments that matter to these functions: to those that are walked."""
        return super().needed(list(filter(self._is_walked, functions)))

    def _passed(self, arguments: Tuple, frame: Frame, needed: frozenset[int] | None) -> list[Value]:
        """An argument that calls what has shared memory counts, whatever becomes of its value."""
        if needed is not None and self._plan is not None:
            needed |= {index for index, one in enumerate(arguments) if self._plan.leads_to_shared(one)}
        return super()._passed(arguments, frame, needed)

    def _is_walked(self, function: Function) -> bool:
        return id(function) in self.relevant or "constexpr" in function.head

    def _loop(self, condition: Tuple, body: Tuple, step: Tuple | None, frame: Frame, rounds: int = 1) -> Exit:
        """No variable is declared more than once by a loop."""
        del rounds
        return self._any_round(condition, body, step, frame)

    def _walk(self, function: Function, environment: dict[str, Any], site: CallSite) -> Value:
        return super()._walk(function, environment, site) if self._is_walked(function) else None
