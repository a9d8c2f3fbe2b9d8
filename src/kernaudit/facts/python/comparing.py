"""Comparisons of values that may differ from device to device, and of such with what nobody knows."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.operators import COMPARE
from kernaudit.facts.python.values import (
    OPEN,
    UNKNOWN,
    Cap,
    Dotted,
    Func,
    Instance,
    Klass,
    OneOf,
    PathEnd,
    PerLane,
    Unknown,
    lift,
    of_lanes,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["compared"]

_PAIR = 2
_NAMING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
_OPAQUE = (Unknown, OneOf, Dotted, Instance, Func, Klass, PathEnd)
"""What cannot be compared: nobody knows what it is."""


def compared(kind: ast.cmpop, left: Any, right: Any) -> Any:
    """A comparison; what a device is, against something that nobody knows, hangs on the device.

    Sizes that differ from device to device are not: of a shape that nobody knows there is one on either side.
    """
    lanes, other = (left, right) if isinstance(left, PerLane) else (right, left)
    if isinstance(lanes, PerLane) and _is_opaque(other):
        named = isinstance(kind, _NAMING) or any(isinstance(one, Cap) for one in lanes.values)
        tells = named and all(isinstance(one, Unknown) or _is_name(one) for one in lanes.values)
        return of_lanes(one if isinstance(one, Unknown) else OPEN if tells else UNKNOWN for one in lanes.values)
    return lift(_applied(COMPARE[type(kind)]), left, right)


def _is_opaque(value: Any) -> bool:
    """Whether nobody knows what a value, or a part of a list, is."""
    if type(value) is tuple:
        return any(map(_is_opaque, value))
    return value is UNKNOWN or isinstance(value, Dotted | Instance | Func | Klass | PathEnd)


def _is_name(value: Any) -> bool:
    """Whether a value may name a device: a capability, a number or a text, not the key of a cache."""
    return isinstance(value, int | str | Cap) or (isinstance(value, tuple) and len(value) <= _PAIR)


def _applied(apply: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    def applied(left: Any, right: Any) -> Any:
        parts = [part for one in (left, right) for part in (one if type(one) is tuple else (one,))]
        if any(isinstance(part, _OPAQUE) for part in parts):
            return OPEN if any(part is OPEN for part in parts) else UNKNOWN
        return apply(left, right)

    return applied
