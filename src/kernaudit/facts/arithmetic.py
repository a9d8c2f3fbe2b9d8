"""C++ arithmetic on values that may be unknown."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from kernaudit.facts.values import DEPENDENT, RUNTIME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.values import Unknown, Value

__all__ = ["binary", "joined", "unknown"]


def _divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


_BINARY: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "%": lambda a, b: a - b * _divide(a, b),
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def binary(op: str, left: Value, right: Value) -> Value:
    """Return the value of an operator on two values; C++ rounds division towards zero."""
    if op == "&&":
        if _is(left, False) or _is(right, False):
            return False
        return True if _is(left, True) and _is(right, True) else unknown(left, right)
    if op == "||":
        if _is(left, True) or _is(right, True):
            return True
        return False if _is(left, False) and _is(right, False) else unknown(left, right)
    if not isinstance(left, int) or not isinstance(right, int):
        return unknown(left, right)
    if (op in ("/", "%") and right == 0) or (op in ("<<", ">>") and not 0 <= right < 64):
        return RUNTIME
    calculate = _BINARY.get(op)
    result = None if calculate is None else calculate(left, right)
    return RUNTIME if result is None or abs(result) >= 1 << 128 else result


def _is(value: Value, wanted: bool) -> bool:
    return isinstance(value, int) and bool(value) is wanted


def unknown(*values: Value) -> Unknown:
    """What becomes of an operation one of whose operands is not a number: a run-time operand wins."""
    for value in values:
        if not isinstance(value, int) and value is not DEPENDENT:
            return RUNTIME
    return DEPENDENT


def joined(values: Sequence[Value]) -> Value:
    """Return the value that several ways agree on, or an unknown."""
    if not values:
        return RUNTIME
    first = values[0]
    if all(type(value) is type(first) and value == first for value in values):
        return first
    return RUNTIME if any(value is RUNTIME for value in values) else DEPENDENT
