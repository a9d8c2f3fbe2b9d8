"""Functions of the standard library, of CUDA and of CUTLASS whose value follows from their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.composing import operation
from kernaudit.facts.shared_memory.term import Number

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.facts.shared_memory.term import Term

__all__ = ["library_value"]


def _ceil_div(left: Term, right: Term) -> Term:
    return operation("/", operation("-", operation("+", left, right), Number(1)), right)


def _round_up(left: Term, right: Term) -> Term:
    return operation("*", _ceil_div(left, right), right)


_FUNCTIONS: Final[dict[str, Callable[[Term, Term], Term]]] = {
    "min": lambda left, right: operation("min", left, right),
    "max": lambda left, right: operation("max", left, right),
    "ceil_div": _ceil_div,
    "ceildiv": _ceil_div,
    "CeilDiv": _ceil_div,
    "divUp": _ceil_div,
    "div_up": _ceil_div,
    "round_up": _round_up,
    "roundUp": _round_up,
    "align_up": _round_up,
}
"""`std::min`, `cuda::std::max`, `at::ceil_div`, `cute::round_up`: unsigned or non-negative arguments."""


def library_value(name: str, arguments: list[Term]) -> Term | None:
    """Return the value of a function that is not in the tree, or None where nothing says what it is."""
    function = _FUNCTIONS.get(name)
    if function is None or len(arguments) < 2:
        return None
    result = arguments[0]
    for argument in arguments[1:]:
        result = function(result, argument)
    return result
