"""What a walked function returns: per device the value that its ways back agree on."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.values import OPEN, UNKNOWN, PerLane, Unknown, either

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.python.lanes import DeviceLanes

__all__ = ["returned_value"]


def returned_value(returns: Sequence[tuple[Any, int, int]], lanes: DeviceLanes) -> Any:
    """Return per lane the one value that a function returns, else unknown.

    Args:
        returns: values, each with the lanes that return it and those that may.
        lanes: the devices.
    """
    first = returns[0][0] if returns else UNKNOWN
    if not isinstance(first, PerLane) and all(one is first and not may for one, _, may in returns):
        return lanes.merged(UNKNOWN, first, reduce(or_, (yes for _, yes, _ in returns), 0))
    result: Any = UNKNOWN
    for index in range(lanes.count):
        bit = 1 << index
        found = [_at(value, index) for value, yes, may in returns if (yes | may) & bit]
        sure = not any(may & bit for _, _, may in returns)
        result = lanes.merged(result, _agreed(found, sure=sure), bit)
    return result


def _at(value: Any, index: int) -> Any:
    return value.values[index] if isinstance(value, PerLane) else value


def _agreed(found: list[Any], *, sure: bool) -> Any:
    if not found:
        return UNKNOWN
    first = found[0]
    if len(found) == 1 and sure:
        return first
    if sure and all(type(one) is type(first) and one == first for one in found[1:]):
        return first
    if not sure or any(isinstance(one, Unknown) and one.dependent for one in found):
        return OPEN
    numbers = reduce(either, found)
    return _first_parts(found) if numbers is UNKNOWN else numbers


def _first_parts(found: list[Any]) -> Any:
    """Pairs of an answer and its reason agree if the answers do."""
    if all(isinstance(one, tuple) and one and one[0] is found[0][0] for one in found) and isinstance(found[0][0], bool):
        return (found[0][0], UNKNOWN)
    return UNKNOWN
