"""Which branch is the cheapest, and what would make another one so."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kernaudit.model.decision import BreakEven

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.decisions.cost import CostInputs
    from kernaudit.decisions.option import Option
    from kernaudit.model.decision import BranchKind, Cost

__all__ = ["break_even", "cheapest"]

_FLIPPERS = ("time_share", "gpus", "engineer_week", "new_gpu_hour", "old_gpu_hour", "horizon_weeks")
"""Inputs that a user can know better than the defaults; every price is linear in each of them."""
_MOST = {"time_share": 1.0}


def cheapest(options: Sequence[Option]) -> BranchKind | None:
    """The branch that costs less than every other one that may be possible, whatever end of the ranges is true.

    None, `no clear winner`, where ranges overlap, a price is not known, or the cheapest is not known to be possible.
    """
    possible = [option.branch for option in options if option.branch.feasible is not False]
    for branch in possible:
        others = [other for other in possible if other is not branch]
        if branch.feasible and all(_below(branch.cost, other.cost) for other in others):
            return branch.kind
    return None


def break_even(options: Sequence[Option], inputs: CostInputs, winner: BranchKind | None) -> BreakEven | None:
    """The input whose least change makes another branch the cheaper one, and the value at which it does.

    Middles of ranges are compared; of a range with one end, that end. Without a winner the value is asked for which is
    missing, where one is: from which one on would that branch be the cheaper?
    """
    possible = [option for option in options if option.branch.feasible is not False]
    gaps = [option for option in possible if not _is_priced(option) and option.missing is not None]
    priced = sorted((one for one in possible if _is_priced(one)), key=lambda one: _estimate(one, inputs))
    first: Option | None
    if winner is not None:
        first = next(option for option in possible if option.branch.kind is winner)
        others = [option for option in possible if option is not first and option.branch.cost.low is not None]
        rival = min(others, key=lambda one: _estimate(one, inputs), default=None)
    else:
        first, rival = (priced[0] if priced else None), (priced[1] if len(priced) > 1 else None)
    if first is None or _estimate(first, inputs) in {0.0, math.inf}:
        return None
    if gaps and (winner is None or rival is None):
        return _missing(first, gaps[0], inputs)
    return None if rival is None else _flip(first, rival, inputs)


def _below(one: Cost, other: Cost) -> bool:
    """Whether a cost is surely the lower one; nothing costs less than nothing."""
    if one.high is None:
        return False
    return one.high == 0 or (other.low is not None and one.high < other.low)


def _is_priced(option: Option) -> bool:
    cost = option.branch.cost
    return cost.low is not None and cost.high is not None


def _estimate(option: Option, inputs: CostInputs) -> float:
    cost = option.price(inputs)
    if cost.low is None:
        return math.inf
    return cost.low if cost.high is None else (cost.low + cost.high) / 2


def _missing(first: Option, option: Option, inputs: CostInputs) -> BreakEven | None:
    missing = option.missing
    unit = 0.0 if missing is None else missing.unit_price(inputs)
    if missing is None or unit <= 0:
        return None
    return BreakEven(missing.name, missing.free + _estimate(first, inputs) / unit)


def _flip(first: Option, second: Option, inputs: CostInputs) -> BreakEven | None:
    found = []
    for name in _FLIPPERS:
        root = _root(first, second, inputs, name)
        if root is not None and 0 < root <= _MOST.get(name, math.inf):
            found.append((abs(math.log(root / inputs[name])), name, root))
    return BreakEven(*min(found)[1:]) if found else None


def _root(first: Option, second: Option, inputs: CostInputs, name: str) -> float | None:
    """Where both estimates meet; both are linear in the input."""
    value = inputs[name]
    if value <= 0:
        return None
    here = _gap(first, second, inputs)
    slope = (_gap(first, second, inputs.changed(name, 2 * value)) - here) / value
    return None if slope == 0 else value - here / slope


def _gap(first: Option, second: Option, inputs: CostInputs) -> float:
    return _estimate(first, inputs) - _estimate(second, inputs)
