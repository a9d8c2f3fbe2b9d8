"""Operators on values; results that could grow without bound are refused, unknown operands stay unknown."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any, Final

from packaging.version import Version

from kernaudit.build.setup_py.items import contains, equal
from kernaudit.build.setup_py.paths import join_path
from kernaudit.build.setup_py.text import format_percent, text_of
from kernaudit.build.setup_py.values import PathValue, Unknown, native

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["binary", "compare", "unary"]

_BINARY: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Pow: operator.pow,
}
_ORDER: Final[dict[type[ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
_MOST_BITS: Final = 4096


def binary(machine: Machine, kind: type[ast.operator], left: Any, right: Any) -> Any:
    """Return `left OP right`.

    Raises:
        TypeError, ValueError, ZeroDivisionError: as Python's operators.
    """
    if kind is ast.Mod and isinstance(left, str):
        return format_percent(machine, left, right)
    if kind is ast.Div and (isinstance(right, str | PathValue) or isinstance(left, PathValue)):
        return PathValue(join_path(text_of(machine, left), text_of(machine, right)))
    if kind is ast.Add:
        found = _sum_with_unknown(machine, left, right)
        if found is not None:
            return found
    for value in (left, right):
        if isinstance(value, Unknown):
            return value
    if not (native(left) and native(right)):
        return machine.unknown("the result of an operator on objects")
    return _computed(machine, kind, left, right)


def _sum_with_unknown(machine: Machine, left: Any, right: Any) -> Any:
    """Return a sum of which one part is not known, None for any other."""
    if isinstance(left, Unknown) == isinstance(right, Unknown):
        return None
    known, hole = (right, left) if isinstance(left, Unknown) else (left, right)
    if isinstance(known, str):
        return machine.mark(hole) + known if hole is left else known + machine.mark(hole)
    if isinstance(known, list | tuple):
        several = hole.several()
        return [several, *known] if hole is left else [*known, several]
    return None


def _computed(machine: Machine, kind: type[ast.operator], left: Any, right: Any) -> Any:
    if kind is ast.Mult:
        machine.spend(_product_size(left, right))
    elif kind in (ast.Pow, ast.LShift) and not _is_small(left, right):
        return machine.unknown("a very large number")
    result = _BINARY[kind](left, right) if kind in _BINARY else machine.unknown("an operator")
    if isinstance(result, str | list | tuple | dict | set):
        machine.spend(len(result))
    elif isinstance(result, int) and result.bit_length() > _MOST_BITS:
        return machine.unknown("a very large number")
    return result


def _product_size(left: Any, right: Any) -> int:
    for one, times in ((left, right), (right, left)):
        if isinstance(one, str | list | tuple) and isinstance(times, int):
            return len(one) * max(times, 0)
    return 0


def _is_small(left: Any, right: Any) -> bool:
    return isinstance(left, int | float) and isinstance(right, int) and abs(left) < 10**6 and 0 <= right <= 64


def unary(machine: Machine, kind: type[ast.unaryop], value: Any) -> Any:
    """Return `OP value` for an operator other than `not`."""
    if isinstance(value, Unknown):
        return value
    return _UNARY[kind](value) if isinstance(value, int | float) else machine.unknown("an operator on an object")


def compare(machine: Machine, kind: type[ast.cmpop], left: Any, right: Any) -> Any:
    """Return one comparison, or what is not known about it.

    Raises:
        TypeError: Python cannot order the two.
    """
    if kind in (ast.In, ast.NotIn):
        found = contains(machine, left, right)
    elif kind in (ast.Is, ast.IsNot):
        found = _identical(machine, left, right)
    elif kind in (ast.Eq, ast.NotEq):
        found = equal(machine, left, right)
    else:
        return _ordered(machine, kind, left, right)
    if isinstance(found, Unknown):
        return found
    return not found if kind in (ast.NotIn, ast.IsNot, ast.NotEq) else found


def _identical(machine: Machine, left: Any, right: Any) -> bool | Unknown:
    """Return whether two values are the same object; a text with a part that is not known is still no None."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return left if isinstance(left, Unknown) else right
    if left is None or right is None or isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left is right or equal(machine, left, right)


def _ordered(machine: Machine, kind: type[ast.cmpop], left: Any, right: Any) -> Any:
    doubt = equal(machine, left, right)
    if isinstance(doubt, Unknown):
        return doubt
    plain = native(left) and native(right)
    versions = isinstance(left, Version) and isinstance(right, Version)
    if plain or versions or (isinstance(left, PathValue) and isinstance(right, PathValue)):
        return bool(_ORDER[kind](left, right))
    if native(left) or native(right):
        raise TypeError("these values have no order")
    return machine.unknown("the order of objects")
