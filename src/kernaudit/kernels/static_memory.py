"""The static shared memory of kernels: what an assembler refuses, and what launches have to add to their own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.bodies import Body
from kernaudit.facts.shared_memory.fact import StaticBytes
from kernaudit.facts.shared_memory.static import StaticReader, has_open
from kernaudit.facts.shared_memory.static_plan import Plans
from kernaudit.facts.shared_memory.wording import size_text
from kernaudit.facts.values import identity
from kernaudit.kernels.model import Refusal
from kernaudit.kernels.outside_view import outside_view

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.shared_memory.fact import SharedMemoryFact
    from kernaudit.facts.shared_memory.static_plan import Plan
    from kernaudit.kernels.model import KernelFacts, UnitFacts
    from kernaudit.model.arch import SmTarget
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import FileText

__all__ = ["STATIC_RULE", "Learnt", "StaticMemory"]

STATIC_RULE: Final = "static-shared"
"""Id of the rule by which an entry with too much static shared memory is refused."""

_STATIC: Final = re.compile(r"(?<!extern )(?<!extern  )\b__shared__\b")
_SMALL: Final = re.compile(
    r"\b__shared__\s+(?:volatile\s+)?(?:(?:bool|char|int|unsigned|float|double|half2?|float[24]|u?int(?:8|16|32|64)_t)"
    r"\s+\w+(?:\s*\[\s*\d{1,2}\s*\])?(?:\s*,\s*\w+)*|[^;{}\[\]]*\bTempStorage\s+\w+)\s*;"
)
"""Scalars, arrays of at most 99 of them, and the storage of a library, whose size is not known anyway."""

_NONE: Final = StaticBytes(0, 0)
_RUNNING: Final = frozenset({Body.CODE, Body.MIXED})
_FEW: Final = 16
_MOST_VARIANTS: Final = 24
_Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class _Walked:
    """The bytes of a kernel, what was looked up for them, and what the key holds only by id."""

    static: StaticBytes
    found: tuple[tuple[str, tuple[object, ...]], ...]
    about: tuple[Function, Plan]

    def holds_in(self, scope: UnitScope) -> bool:
        plan = self.about[1]
        return all(_answer(scope, question, plan) == answer for question, answer in self.found)


@dataclass(slots=True)
class Learnt:
    """What texts of units teach about others: a kernel has the same bytes where all that was looked up is the same."""

    plans: Plans = field(default_factory=Plans)
    walked: dict[Hashable, list[_Walked]] = field(default_factory=dict)
    asked: dict[Hashable, list[tuple[str, ...]]] = field(default_factory=dict)
    largest: dict[tuple[int, int], tuple[tuple[Function, ...], Sequence[Mapping[str, Any]], StaticBytes]] = field(
        default_factory=dict
    )
    small: dict[int, tuple[tuple[Function, ...], bool]] = field(default_factory=dict)

    def find(self, question: Hashable, given: Mapping[str, Any], scope: UnitScope) -> StaticBytes | None:
        """Return what was found with arguments that differ in none that counted, where the same would be looked up."""
        for names in self.asked.get(question, ()):
            for one in self.walked.get((question, _spelt(given, names)), ()):
                if one.holds_in(scope):
                    return one.static
        return None

    def keep(self, question: Hashable, given: Mapping[str, Any], names: tuple[str, ...], walked: _Walked) -> None:
        """Keep what was found, and by which arguments."""
        asked = self.asked.setdefault(question, [])
        if names not in asked:
            asked.append(names)
        kept = self.walked.setdefault((question, _spelt(given, names)), [])
        kept.insert(0, walked)
        del kept[_MOST_VARIANTS:]

    def is_small(self, reached: tuple[Function, ...]) -> bool:
        """Whether functions declare nothing but a few small variables each: a template of such needs no look."""
        known = self.small.get(id(reached))
        if known is None:
            texts = (one.text for one in reached if self.plans.declares(one))
            known = self.small[id(reached)] = (reached, all(map(_is_small, texts)))
        return known[1]


class StaticMemory:
    """Works it out for one unit; only what is certain counts, for a template whatever arguments it gets.

    Where the arguments can make the difference, the instantiations that the unit is known to make are looked at too.

    Args:
        limit: the bytes that the toolkit's assembler allows a kernel of a target.
        files: per target, the texts of the unit's include closure.
        learnt: shared by all units.
        launches: what the unit's host code asks for.
        instances: with which arguments the unit instantiates a kernel template, as the target's text has it.
    """

    def __init__(
        self,
        limit: Callable[[SmTarget], int],
        files: Mapping[SmTarget, tuple[FileText, ...]],
        learnt: Learnt,
        launches: tuple[SharedMemoryFact, ...],
        instances: Callable[[SmTarget, Function], Sequence[Mapping[str, Any]]],
    ) -> None:
        self._limit, self._files, self._learnt = limit, files, learnt
        self._launches, self._instances = launches, instances
        self._launched = {(fact.kernel.path, fact.kernel.line) for fact in launches if fact.kernel is not None}
        self._readers: dict[tuple[int, ...], StaticReader] = {}
        self._least: dict[_Place, int] = {}
        self._open: dict[_Place, StaticBytes] = {}

    def refuse(self, target: SmTarget, unit: UnitFacts) -> UnitFacts:
        """Return a unit's facts with a refusal for every kernel that it compiles and that has too much."""
        return replace(unit, kernels=tuple(self._checked(target, kernel) for kernel in unit.kernels))

    def launches(self) -> tuple[SharedMemoryFact, ...]:
        """Return the launches with the least static bytes that their kernels have where they are code."""
        return tuple(map(self._with_static, self._launches))

    def _checked(self, target: SmTarget, kernel: KernelFacts) -> KernelFacts:
        function = kernel.function
        static = self._of(target, kernel)
        place = (function.path, function.name_line)
        if kernel.body.body in _RUNNING:
            self._least[place] = min(static.low, self._least.get(place, static.low))
            if static.high is None and place in self._launched and not kernel.function.template:
                self._open[place] = static
        limit = self._limit(target)
        if static.low <= limit and (static.high is None or static.high > limit) and kernel.emitted is not False:
            static = self._largest(target, kernel, static)
            kernel = replace(kernel, emitted=True if static.low > limit else kernel.emitted)
        if static.low <= limit or not kernel.emitted or static.location is None:
            return kernel
        text = (
            f"static shared memory of {size_text(static.low)} is above the {size_text(limit)} that the assembler allows"
        )
        return replace(kernel, refused=(*kernel.refused, Refusal(STATIC_RULE, static.location, text)))

    def _largest(self, target: SmTarget, kernel: KernelFacts, least: StaticBytes) -> StaticBytes:
        """What the instantiation of a template has that needs most: one too large is enough to stop the build."""
        function = kernel.function
        if not function.template or function.special is not None:
            return least
        instances = self._instances(target, function)
        key = id(kernel.reached), id(instances)  # the reader keeps both as long as it answers alike
        known = self._learnt.largest.get(key)
        if known is None:
            found = (self._of(target, kernel, arguments) for arguments in instances)
            largest = max(found, key=lambda one: one.low, default=least)
            known = self._learnt.largest[key] = (kernel.reached, instances, largest)
        return known[2]

    def _of(self, target: SmTarget, kernel: KernelFacts, arguments: Mapping[str, Any] | None = None) -> StaticBytes:
        plan = self._learnt.plans.of(kernel.reached)
        if not plan.ids or (self._is_template_apart(kernel.function) and self._learnt.is_small(kernel.reached)):
            return _NONE
        given, reader = arguments or {}, self._reader(target)
        question = (id(kernel.function), id(plan), has_open(kernel.function, given))
        known = self._learnt.find(question, given, reader.scope)
        if known is None:
            with reader.scope.tracing() as looked_up:
                known = reader.of(kernel.function, kernel.reached, given)
            all_count = reader.tells_all_apart(kernel.function)
            names = tuple(name for name in given if all_count or name in reader.asked)
            found = tuple((one, _answer(reader.scope, one, plan)) for one in sorted(looked_up))
            self._learnt.keep(question, given, names, _Walked(known, found, (kernel.function, plan)))
        return known

    def _is_template_apart(self, function: Function) -> bool:
        return bool(function.template) and (function.path, function.name_line) not in self._launched

    def _reader(self, target: SmTarget) -> StaticReader:
        files = self._files[target]
        key = tuple(map(id, files))
        reader = self._readers.get(key)
        if reader is None:
            reader = self._readers[key] = StaticReader(files, self._learnt.plans)
        return reader

    def _with_static(self, launch: SharedMemoryFact) -> SharedMemoryFact:
        """A launch with what its kernel has at least; of a template no more is known than that."""
        if launch.kernel is None:
            return launch
        place = launch.kernel.path, launch.kernel.line
        least, more = self._least.get(place, 0), self._open.get(place)
        if more is not None:
            return replace(launch, static=replace(more, low=least))
        return replace(launch, static=StaticBytes(least, least)) if least else launch


def _is_small(text: str) -> bool:
    return len(_STATIC.findall(text)) == len(_SMALL.findall(text)) <= _FEW


def _answer(scope: UnitScope, question: str, plan: Plan) -> tuple[object, ...]:
    return outside_view(scope, question, lambda other: id(other) in plan.ids or "constexpr" in other.head)


def _spelt(arguments: Mapping[str, Any], names: Iterable[str]) -> Hashable:
    return tuple((name, identity(arguments[name])) for name in names)
