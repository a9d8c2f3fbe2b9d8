"""Operators, comparisons and builtins of the evaluated language, on the values of one lane."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.values import Cap, Unknown, truth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["BINARY", "BUILTINS", "COMPARE", "UNARY"]

_MOST = 1 << 256
_LONGEST = 10_000


def _number(value: Any) -> Any:
    return value.number if isinstance(value, Cap) else value


def _arithmetic(apply: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """An operator on numbers and short sequences: what could grow without bounds is refused."""

    def applied(left: Any, right: Any) -> Any:
        left, right = _number(left), _number(right)
        for one in (left, right):
            if isinstance(one, int) and abs(one) > _MOST:
                raise ValueError
        result = apply(left, right)
        if isinstance(result, str | tuple | list) and len(result) > _LONGEST:
            raise ValueError
        return result

    return applied


def _repeat(left: Any, right: Any) -> Any:
    for one, count in ((left, right), (right, left)):
        if isinstance(one, str | tuple | list) and (not isinstance(count, int) or len(one) * count > _LONGEST):
            raise ValueError
    return left * right


def _power(left: Any, right: Any) -> Any:
    if not (isinstance(right, int | float) and abs(right) <= 64 and abs(left) <= 1 << 32):
        raise ValueError
    return left**right


def _shift(left: Any, right: Any) -> Any:
    if not 0 <= right <= 128:
        raise ValueError
    return left << right


BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: _arithmetic(operator.add),
    ast.Sub: _arithmetic(operator.sub),
    ast.Mult: _arithmetic(_repeat),
    ast.FloorDiv: _arithmetic(operator.floordiv),
    ast.Div: _arithmetic(operator.truediv),
    ast.Mod: _arithmetic(lambda left, right: left % right if not isinstance(left, str) else _refuse()),
    ast.Pow: _arithmetic(_power),
    ast.LShift: _arithmetic(_shift),
    ast.RShift: _arithmetic(operator.rshift),
    ast.BitAnd: _arithmetic(operator.and_),
    ast.BitOr: _arithmetic(operator.or_),
    ast.BitXor: _arithmetic(operator.xor),
}


def _refuse() -> Any:
    raise ValueError


def _order(apply: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def applied(left: Any, right: Any) -> bool:
        if isinstance(left, int | float) or isinstance(right, int | float):
            return apply(_number(left), _number(right))
        return apply(left, right)

    return applied


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, Cap) and isinstance(right, Cap):
        return tuple(left) == tuple(right) and left.suffix == right.suffix
    if isinstance(left, int) or isinstance(right, int):
        return bool(_number(left) == _number(right))
    return bool(left == right)


def _contains(item: Any, container: Any) -> bool:
    if isinstance(container, str):
        return item in container
    return any(_equal(item, one) for one in container)


COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: _equal,
    ast.NotEq: lambda left, right: not _equal(left, right),
    ast.Lt: _order(operator.lt),
    ast.LtE: _order(operator.le),
    ast.Gt: _order(operator.gt),
    ast.GtE: _order(operator.ge),
    ast.In: _contains,
    ast.NotIn: lambda left, right: not _contains(left, right),
    ast.Is: lambda left, right: left is right,
    ast.IsNot: lambda left, right: left is not right,
}

UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: lambda value: -_number(value),
    ast.UAdd: lambda value: +_number(value),
    ast.Invert: lambda value: ~_number(value),
}


def _quantified(values: Any, *, stop: bool) -> Any:
    """`any` (or, without `stop`, `all`) in three values."""
    found = [truth(one) for one in values]
    if stop in found:
        return stop
    unknown = [one for one in found if isinstance(one, Unknown)]
    if unknown:
        return next((one for one in unknown if one.dependent), unknown[0])
    return not stop


def _to_int(value: Any, base: int = 10) -> int:
    return int(value, base) if isinstance(value, str) else int(_number(value))


BUILTINS: Mapping[str, Callable[..., Any]] = {
    "int": _to_int,
    "bool": bool,
    "float": lambda value: float(_number(value)),
    "str": lambda value: str(value) if isinstance(value, str | int) else _refuse(),
    "len": len,
    "abs": lambda value: abs(_number(value)),
    "min": lambda *values: min(map(_number, values[0] if len(values) == 1 else values)),
    "max": lambda *values: max(map(_number, values[0] if len(values) == 1 else values)),
    "tuple": lambda value=(): tuple(value),
    "list": lambda value=(): tuple(value),
    "set": lambda value=(): tuple(value),
    "frozenset": lambda value=(): tuple(value),
    "sorted": lambda value: tuple(sorted(value)),
    "any": lambda values: _quantified(values, stop=True),
    "all": lambda values: _quantified(values, stop=False),
    "divmod": lambda left, right: divmod(_number(left), right),
    "range": lambda *values: tuple(range(*values)) if len(range(*values)) <= _LONGEST else _refuse(),
}
"""Builtins that may be called: they cannot run code of the tree."""
