"""Costs as a reader adds them up: what the cheapest way out of each pin costs, per device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.decisions.line import price
from kernaudit.model.decision import Answer, Cost

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.decision import Decision, Pin

__all__ = ["Bill", "bill_of", "cost_text", "way_out"]


@dataclass(frozen=True, slots=True)
class Bill:
    """The sum over pins that need a decision: `priced` of `pins` have a price."""

    cost: Cost | None
    priced: int
    pins: int

    @property
    def text(self) -> str:
        """The sum in words, with what it leaves out."""
        if not self.pins:
            return "none"
        if self.cost is None:
            return "not priced"
        gap = self.pins - self.priced
        return cost_text(self.cost) + (f", {gap} not priced" if gap else "")


def cost_text(cost: Cost | None) -> str:
    """Return a range of money, such as `USD 2.1k..9k`."""
    if cost is None or (cost.low is None and cost.high is None):
        return "not priced"
    return price(cost.low, cost.high, cost.unit).replace("..", " to ")


def way_out(decision: Decision) -> Cost | None:
    """Return what the cheapest way out costs.

    Without a clear winner, the minimum of overlapping ranges: no less than the lowest low end and, as one may take
    any branch, no more than the lowest high end. Branches that are not known to be possible do not count.
    """
    if decision.cheapest is not None:
        return next(branch.cost for branch in decision.branches if branch.kind is decision.cheapest)
    open_ = [branch.cost for branch in decision.branches if branch.feasible]
    lows = [cost.low for cost in open_ if cost.low is not None]
    if not lows:
        return None
    return Cost(min(lows), min((cost.high for cost in open_ if cost.high is not None), default=None), open_[0].unit)


def bill_of(decisions: Iterable[Decision], pins: Iterable[Pin]) -> Bill:
    """Add up the ways out of the pins for which a team must choose between branches.

    Pins that name the same kernels in two ways are one piece of work, and are paid for once.
    """
    work = {pin.id: (pin.matched, pin.entry) for pin in pins if pin.matched}
    costs = [(work.get(one.pin, one.pin), way_out(one)) for one in decisions if one.answer is Answer.BRANCHES]
    priced = [(of, cost) for of, cost in costs if cost is not None]
    return Bill(_sum(list(dict(priced).values())), len(priced), len(costs))


def _sum(costs: list[Cost]) -> Cost | None:
    if not costs:
        return None
    highs = [cost.high for cost in costs]
    high = None if None in highs else sum(one for one in highs if one is not None)
    return Cost(sum(cost.low or 0.0 for cost in costs), high, costs[0].unit)
