"""Parameters that a function does nothing with but print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["only_prints"]


def only_prints(function: Function, index: int, builtins: Builtins, scope: UnitScope) -> bool:
    """Whether a walk through a function gives the same whatever is handed to its parameter of this index."""
    if function.template is not None or function.special is not None or index >= len(function.parameters):
        return False
    name = function.parameters[index][0]
    others = (part for i, one in enumerate(function.parameters) for part in (one[1:] if i == index else one))
    return not any(_looks_at(part, name, builtins, scope) for part in (*others, *function.body))


def _looks_at(part: object, name: str, builtins: Builtins, scope: UnitScope) -> bool:
    """Whether a piece of syntax names a variable elsewhere than in the arguments of a print."""
    if not isinstance(part, tuple):
        return part == name or (isinstance(part, str) and builtins.kind(part) == "print")
    if _is_print(part, builtins, scope):
        written = ("path", ((name, None),))
        return any(_looks_at(one, name, builtins, scope) for one in part[2] if one != written)
    return any(_looks_at(one, name, builtins, scope) for one in part)


def _is_print(part: Tuple, builtins: Builtins, scope: UnitScope) -> bool:
    if len(part) != 4 or part[0] != "call" or part[1][0] != "path" or len(part[1][1]) != 1:
        return False
    called, explicit = part[1][1][0]
    return explicit is None and builtins.kind(called) == "print" and not scope.declarations(called)
