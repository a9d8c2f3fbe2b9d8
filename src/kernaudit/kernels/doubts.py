"""Finds kernels that cannot be judged, and says why: an open condition, or a definition without an end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kernaudit.facts.bodies import Body, BodyFact
from kernaudit.kernels.model import Doubt
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.effects import Site
    from kernaudit.kernels.model import KernelFacts
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import Decision, UnitText

__all__ = ["UNKNOWN", "compare_ways", "doubtful", "hanging", "unreadable"]

UNKNOWN: Final = BodyFact(Body.UNKNOWN, certain=False)


def compare_ways(
    text: UnitText, kernels: Sequence[KernelFacts], other: UnitText, others: Sequence[KernelFacts]
) -> list[KernelFacts]:
    """Return the kernels of both ways of open conditions; one that these do not make alike is doubtful.

    So is one of which the toolkit refuses, the other way, what is not in it this way.
    """
    by_place = {_place(one): one for one in others}
    known = {_place(kernel) for kernel in kernels}
    instead = {_name(one): one for place, one in by_place.items() if place not in known}
    found = [_compared(one, by_place.get(_place(one)) or instead.pop(_name(one), None), text) for one in kernels]
    return found + [doubtful(one, other) for one in instead.values()]


def doubtful(kernel: KernelFacts, text: UnitText) -> KernelFacts:
    """Return a kernel of which it is not known what it is, with the condition of the text that leaves it open."""
    body = BodyFact(Body.UNKNOWN, certain=False, sites=kernel.body.sites)
    doubt = kernel.doubt or _open_condition(kernel, text)
    return replace(kernel, body=body, instances=(), refused=(), doubt=doubt)


def hanging(kernel: KernelFacts, test: Site) -> KernelFacts:
    """Return a kernel whose code hangs on a test of the target that asks something outside of the tree."""
    text = f"what {kernel.name} is hangs on a test of the target that stands outside of the tree"
    body = BodyFact(Body.UNKNOWN, certain=False, sites=kernel.body.sites, failed=kernel.body.failed)
    return replace(kernel, body=body, instances=(), doubt=Doubt(text, Location(test.path, test.line)))


def _compared(kernel: KernelFacts, other: KernelFacts | None, text: UnitText) -> KernelFacts:
    if other is None:
        return doubtful(kernel, text)
    if other.body.body == kernel.body.body and set(other.refused) <= set(kernel.refused):
        return kernel
    return replace(doubtful(kernel, text), refused=kernel.refused)


def _name(kernel: KernelFacts) -> tuple[str, str]:
    return kernel.function.path, kernel.qualified


def _place(kernel: KernelFacts) -> tuple[str, str, int]:
    return (*_name(kernel), kernel.function.line)


def unreadable(function: Function) -> Doubt:
    """Return the doubt about a kernel whose body the grammar does not read, or that has no end."""
    text = f"the definition of {function.name} could not be read to its end"
    return Doubt(text, Location(function.path, function.name_line))


def _open_condition(kernel: KernelFacts, text: UnitText) -> Doubt | None:
    """Return the condition that nobody knows and on which a kernel hangs.

    That is the last one before it in its own file (an `#else` belongs to the condition above it), else one in what it
    reaches, else the first of the unit.
    """
    function = kernel.function
    files = {file.file.path: file.decisions for file in text.files}
    own = [one for one in _open(files.get(function.path, ())) if one.line <= function.end_line]
    if own:
        around = [one for one in own if one.end >= function.line] or own
        return _doubt(kernel, around[-1], function.path)
    for path in (*(one.path for one in kernel.reached), *files):
        for decision in _open(files.get(path, ())):
            return _doubt(kernel, decision, path)
    return None


def _open(decisions: Iterable[Decision]) -> list[Decision]:
    return [one for one in decisions if one.holds is None]


def _doubt(kernel: KernelFacts, decision: Decision, path: str) -> Doubt:
    text = f"what {kernel.name} is depends on `{decision.text}`, which is not known"
    return Doubt(text, Location(path, decision.line))
