"""Instantiations of kernel templates: whether they become the same, and what one of them is.

An instantiation that is a stub for every target is one that the dispatch never picks (design section 6): it says
nothing about a device, as long as another one is code somewhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.facts.bodies import Body

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.kernels.survey import CodeFact, KernelSurvey
    from kernaudit.model.arch import SmTarget

__all__ = ["distinct_instances", "of_instance"]

_Words = tuple[Body, ...]
_STUBS = frozenset({Body.EMPTY, Body.PRINT, Body.TRAP, Body.PRINT_TRAP})


def distinct_instances(kernels: Sequence[KernelSurvey]) -> list[tuple[str, ...]]:
    """Return the instantiations of a kernel, over all units that compile it; empty where they all become the same."""
    words: dict[tuple[str, ...], set[_Words]] = {}
    for kernel in kernels:
        for arguments, facts in kernel.instances.items():
            words.setdefault(arguments, set()).add(_words(kernel, facts))
    alive = {arguments: seen for arguments, seen in words.items() if not all(map(_is_stub, seen))} or words
    if len(frozenset().union(*alive.values())) < 2:
        return []
    return sorted(alive)


def of_instance(kernel: KernelSurvey, arguments: tuple[str, ...] | None) -> KernelSurvey | None:
    """Return a kernel as one of its instantiations, None where the unit does not make that one.

    Without arguments it is what all those become that are code somewhere.
    """
    if arguments is None:
        facts = _common(kernel)
        return kernel if facts is None else replace(kernel, facts={**kernel.facts, **facts}, instances={})
    found = kernel.instances.get(arguments)
    if found is None:
        return None
    return replace(kernel, arguments=arguments, facts={**kernel.facts, **found}, instances={})


def _common(kernel: KernelSurvey) -> Mapping[SmTarget, CodeFact] | None:
    alive = [facts for facts in kernel.instances.values() if not _is_stub(_words(kernel, facts))]
    return alive[0] if alive else None


def _words(kernel: KernelSurvey, facts: Mapping[SmTarget, CodeFact]) -> _Words:
    """Where a target did not need the instantiations to decide, its word holds for all of them."""
    return tuple(facts.get(target, whole).body for target, whole in kernel.facts.items())


def _is_stub(words: Iterable[Body]) -> bool:
    return all(body in _STUBS for body in words)
