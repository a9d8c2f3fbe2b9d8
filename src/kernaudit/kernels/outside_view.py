"""What a lookup gives to a search that does not walk into every function: of the others it sees the heads alone.

Targets change the bodies of device functions more than anything else; a search that only calls them finds the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.packs import PackValue
from kernaudit.facts.scope import all_functions
from kernaudit.facts.values import FunctionValue, LambdaValue, TypeValue
from kernaudit.sources.syntax import Declaration

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.outline import Function

__all__ = ["functions_in", "head_of", "outside_view"]


def outside_view(scope: UnitScope, question: str, walked: Callable[[Function], bool]) -> tuple[object, ...]:
    """Return the state of a question, with the heads in place of each function that is not walked.

    Args:
        scope: where it was asked.
        question: as `UnitScope.state` takes it; one for mentions is about texts, which count whole.
        walked: whether the search may look into a function's body.
    """
    found = scope.state(question)
    if question.startswith("*"):
        return found
    return tuple(_seen(one, walked) if isinstance(one, Declaration) else one for one in found)


def head_of(function: Function) -> tuple[Hashable, ...]:
    """Return what tells a function from others, without its body."""
    place = (function.path, function.line, function.scope, function.name, function.head)
    return (*place, function.template, function.parameters, function.special)


def functions_in(values: Iterable[object]) -> frozenset[str] | None:
    """Return the names of the functions that template arguments hold; None where a lambda is among them."""
    names: set[str] = set()
    pending = list(values)
    while pending:
        one = pending.pop()
        if isinstance(one, LambdaValue):
            return None
        if isinstance(one, FunctionValue):
            names.update(function.name for function in one.functions)
            pending += (*(one.arguments or ()), *(one.environment or {}).values())
        elif isinstance(one, TypeValue):
            inner = () if one.instance is None else one.instance.arguments
            pending += (*one.arguments, *(value for _, value in inner))
        elif isinstance(one, PackValue):
            pending += one.values
    return frozenset(names)


def _seen(declaration: Declaration, walked: Callable[[Function], bool]) -> object:
    outline = declaration.outline
    others = (outline.classes, outline.aliases, outline.constants, outline.arrays, outline.instantiations)
    functions = all_functions(outline)
    if any(others) or not functions or any(map(walked, functions)):
        return declaration
    return tuple(map(head_of, functions))
