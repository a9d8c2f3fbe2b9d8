"""Assertions that do not hold for a target: the toolkit stops at them wherever they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.frame import Frame
from kernaudit.kernels.model import Refusal
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.reach import Reach
    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.walker import Walker
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Outline
    from kernaudit.sources.syntax import Declaration

__all__ = ["ASSERTION", "asserted_outside", "may_fail", "steering_names"]

ASSERTION: Final = "static-assert"
_WORD: Final = "static_assert"
_STEERS: Final = re.compile(r"(?:<[^;{}]*|\bstatic_assert\s*\([^;]*|\b(?:constexpr|enum|using)\b[^;]*)\b__CUDA_ARCH\w*")
_MOST_NESTING: Final = 4


def may_fail(reached: Reach, steering: frozenset[str]) -> bool:
    """Whether what a kernel reaches asserts something, and holds a declaration in which the target's number steers."""
    if _WORD not in reached.mentioned or not steering:
        return False
    return not reached.mentioned.isdisjoint(steering) or reached.functions[0].name in steering


def steering_names(scope: UnitScope) -> frozenset[str]:
    """Return what is declared where the target's number may decide an assertion, and is not only printed or compared.

    There it stands in an assertion, a template argument, a constant or an alias.
    """
    return frozenset(name for one in _numbered(scope) if _STEERS.search(one.kept) is not None for name in one.names)


def asserted_outside(walker: Walker) -> Iterator[Refusal]:
    """Yield the assertions of namespaces and of classes that are no templates which the target's number makes fail."""
    for declaration in _numbered(walker.scope):
        if _WORD in declaration.kept:
            for statement, scope in _asserts(declaration.outline, declaration.scope, 0):
                if walker.constant(statement[1], Frame({}, scope)) in (0, False):
                    yield Refusal(ASSERTION, Location(declaration.path, statement[2]), _WORD)


def _numbered(scope: UnitScope) -> Iterator[Declaration]:
    """The declarations in whose text a number of the target stands."""
    names = tuple(scope.numbers)
    for file in scope.files if names else ():
        if any(name in file.words for name in names):
            yield from (one for one in file.declarations if any(name in one.kept for name in names))


def _asserts(outline: Outline, scope: tuple[str, ...], depth: int) -> Iterator[tuple[Tuple, tuple[str, ...]]]:
    for statement in outline.asserts:
        yield statement, scope
    for classes in outline.classes.values() if depth < _MOST_NESTING else ():
        for made in classes:
            if made.template is None:
                yield from _asserts(made.members, (*made.scope, made.name), depth + 1)
