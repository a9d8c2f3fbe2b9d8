"""Results of walks, found again in every text of every unit that answers alike what the walk looked up.

Most targets leave most of what a kernel needs as it is, and units that include the same templates read the same code.
A result is kept together with the declarations behind each name that was looked up on the way to it; where all of
them are still the same objects, the same walk would end the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernaudit.facts.bodies import judge
from kernaudit.facts.exact_reach import ExactReach
from kernaudit.facts.frame import spelt
from kernaudit.facts.scope import all_functions
from kernaudit.facts.shared_outcomes import SharedOutcomes
from kernaudit.facts.values import DEPENDENT, Unknown
from kernaudit.kernels.outside_view import functions_in, head_of, outside_view
from kernaudit.sources.syntax import Declaration

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from kernaudit.facts.bodies import BodyFact
    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.instances import InstanceFinder
    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.walker import Walker
    from kernaudit.sources.outline import Function

__all__ = ["Recollection"]

_MOST_VARIANTS = 24


@dataclass(frozen=True, slots=True)
class _Kept:
    """A result, what was looked up for it, and what the key holds only by id."""

    result: Any
    found: tuple[tuple[str, tuple[object, ...]], ...]
    about: Function

    def holds_in(self, scope: UnitScope) -> bool:
        return all(scope.state(question) == answer for question, answer in self.found)


class Recollection:
    """What was found out in a run, over all units; `calls` is for walkers of kernels to tell each other."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, list[_Kept]] = {}
        self.calls = SharedOutcomes()
        self._asked: dict[Hashable, list[tuple[str, ...]]] = {}

    def body(self, walker: Walker, function: Function, arguments: dict[str, Any], *, final: bool = False) -> BodyFact:
        """Return what becomes of a kernel's body with these template arguments; see `Walker.run`."""
        settled = not any(isinstance(value, Unknown) for value in arguments.values())
        question = ("body", id(function), final, settled)
        for names in self._asked.get(question, ()):
            known = self._find((*question, spelt(arguments, names)), walker.scope)
            if known is not None:
                found: BodyFact = known.result
                return found
        with walker.scope.tracing() as looked_up:
            found = judge(walker.run(function, arguments, final=final))
        asked = tuple(name for name in arguments if name in walker.asked)
        if walker.is_repeatable:
            kept = self._asked.setdefault(question, [])
            if asked not in kept:
                kept.append(asked)
            self._keep((*question, spelt(arguments, asked)), function, walker.scope, looked_up, found)
        return found

    def reach(self, scope: UnitScope, builtins: Builtins, function: Function) -> ExactReach:
        """Return what a kernel reaches whatever its template arguments are."""
        key = ("reach", id(function))
        known = self._find(key, scope)
        if known is not None:
            kept: ExactReach = known.result
            return kept
        made = ExactReach(scope, builtins)
        with scope.tracing() as looked_up:
            made.follow(function, dict.fromkeys((p[0] for p in function.template or ()), DEPENDENT))
        if made.is_repeatable:
            self._keep(key, function, scope, looked_up, made)
        return made

    def instances(self, finder: InstanceFinder, scope: UnitScope, function: Function) -> list[dict[str, Any]]:
        """Return with which arguments a unit instantiates a kernel; see `InstanceFinder.of`.

        They do not depend on the kernel's body, which changes with the target more often than what uses it.
        """
        key = ("instances", *head_of(function))
        for one in self._kept.get(key, ()):
            kept: tuple[list[dict[str, Any]], list[Function]] = one.result
            if one.found == _answers(scope, (question for question, _ in one.found), function, kept[0]):
                finder.learn(function, *kept)
                return kept[0]
        with scope.tracing() as looked_up:
            found = finder.of(function)
        answers = _answers(scope, sorted(looked_up), function, found)
        self._remember(key, _Kept((found, finder.users(function)), answers, function))
        return found

    def _find(self, key: Hashable, scope: UnitScope) -> _Kept | None:
        return next((one for one in self._kept.get(key, ()) if one.holds_in(scope)), None)

    def _keep(self, key: Hashable, about: Function, scope: UnitScope, questions: Iterable[str], result: object) -> None:
        self._remember(key, _Kept(result, tuple((one, scope.state(one)) for one in sorted(questions)), about))

    def _remember(self, key: Hashable, one: _Kept) -> None:
        kept = self._kept.setdefault(key, [])
        kept.insert(0, one)
        del kept[_MOST_VARIANTS:]


def _answers(
    scope: UnitScope, questions: Iterable[str], function: Function, found: list[dict[str, Any]]
) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """What the search for a function's instantiations makes of questions: it walks into constant functions alone.

    Of the function itself it sees the head even where it asks what mentions it. A function that is an argument of
    what was found counts whole: it is walked later.
    """
    named = functions_in(value for arguments in found for value in arguments.values())

    def walked(other: Function) -> bool:
        return named is None or "constexpr" in other.head or other.name in named

    return tuple((one, _answer(scope, one, function, walked)) for one in questions)


def _answer(
    scope: UnitScope, question: str, function: Function, walked: Callable[[Function], bool]
) -> tuple[object, ...]:
    found = outside_view(scope, question, walked)
    if question.lstrip("*") != function.name:
        return found
    return tuple(_heads(one) if isinstance(one, Declaration) and _is_alone(one, function) else one for one in found)


def _is_alone(declaration: Declaration, function: Function) -> bool:
    """Whether a declaration gives this function and nothing else."""
    outline = declaration.outline
    others = (outline.classes, outline.aliases, outline.constants, outline.arrays, outline.instantiations)
    return list(outline.functions) == [function.name] and not any(others)


def _heads(declaration: Declaration) -> tuple[Hashable, ...]:
    return tuple(head_of(one) for one in all_functions(declaration.outline))
