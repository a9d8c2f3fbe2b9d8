"""Sorting, with keys that the script computes."""

from __future__ import annotations

import ast
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from kernaudit.build.setup_py.items import items_of, truth
from kernaudit.build.setup_py.operators import compare
from kernaudit.build.setup_py.values import Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["largest", "sorted_items"]


def sorted_items(machine: Machine, value: Any, key: Any = None, reverse: Any = False) -> list[Any]:
    """Return `sorted(value)`; items whose order is not known keep their places."""
    found = items_of(machine, value)
    if isinstance(found, Unknown):
        return [found.several()]
    keyed = [(machine.call(key, [one], {}) if key is not None else one, one) for one in found]

    def order(left: tuple[Any, Any], right: tuple[Any, Any]) -> int:
        return _order(machine, left[0], right[0])

    keyed.sort(key=cmp_to_key(order), reverse=truth(machine, reverse) is True)
    return [one for _, one in keyed]


def _order(machine: Machine, left: Any, right: Any) -> int:

    if compare(machine, ast.Lt, left, right) is True:
        return -1
    return 1 if compare(machine, ast.Gt, left, right) is True else 0


def largest(machine: Machine, values: list[Any], key: Any, sign: int) -> Any:
    """Return the largest (sign 1) or smallest (sign -1) of values, the first of equals.

    Raises:
        ValueError: there are none.
    """
    if not values:
        raise ValueError("arg is an empty sequence")
    hole = next((h for one in values if (h := machine.hole(one)) is not None), None)
    if hole is not None:
        return hole
    best, rank = values[0], machine.call(key, [values[0]], {}) if key is not None else values[0]
    for one in values[1:]:
        other = machine.call(key, [one], {}) if key is not None else one
        if _order(machine, other, rank) == sign:
            best, rank = one, other
    return best
