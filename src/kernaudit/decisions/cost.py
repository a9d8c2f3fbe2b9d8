"""The arithmetic of the three branches (docs/cost-model.md); amounts are in the unit of the prices, US dollars."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.model.decision import BranchInput, Cost, InputSource

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.ruleset.knowledge import CostDefaults

__all__ = ["CostInputs", "Range", "fleet_week", "port_cost", "port_weeks", "revert_cost", "slowdown_price", "wait_cost"]


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`; an end that is None is not known."""

    low: float | None
    high: float | None

    def times(self, factor: float) -> Range:
        """Both ends times a factor that is not negative."""
        return Range(*(None if end is None else end * factor for end in (self.low, self.high)))

    def plus(self, amount: float) -> Range:
        """Both ends moved."""
        return Range(*(None if end is None else end + amount for end in (self.low, self.high)))


@dataclass(frozen=True, slots=True)
class CostInputs:
    """The defaults with what a user gave over them."""

    defaults: CostDefaults
    given: Mapping[str, float] = field(default_factory=dict)

    def __getitem__(self, name: str) -> float:
        return self.given.get(name, self.defaults.inputs[name].value)

    def changed(self, name: str, value: float) -> CostInputs:
        """The same with another value of one input."""
        return CostInputs(self.defaults, {**self.given, name: value})

    def named(self, *names: str) -> tuple[BranchInput, ...]:
        """Inputs as a report prints them: with their unit, and whether they are given, assumed or a fact."""
        units = self.defaults.inputs
        return tuple(BranchInput(name, self[name], units[name].unit, self._source(name)) for name in names)

    def _source(self, name: str) -> InputSource:
        if name in self.given:
            return InputSource.GIVEN
        return InputSource.FACT if self.defaults.inputs[name].is_fact else InputSource.ASSUMED


def fleet_week(inputs: CostInputs, price: str) -> float:
    """What the fleet costs a week at `old_gpu_hour` or `new_gpu_hour`."""
    return inputs["gpus"] * inputs["hours_per_week"] * inputs[price]


def slowdown_price(inputs: CostInputs) -> float:
    """What a kernel that takes twice the time costs over the horizon, on the new fleet."""
    return inputs["time_share"] * fleet_week(inputs, "new_gpu_hour") * inputs["horizon_weeks"]


def revert_cost(ratio: Range, inputs: CostInputs) -> Cost:
    """Lost speedup x time share x GPU-hours x price; a fallback that is as fast or faster costs nothing."""
    lost = Range(*(None if end is None else max(end - 1, 0.0) for end in (ratio.low, ratio.high)))
    cost = lost.times(slowdown_price(inputs))
    return Cost(cost.low, cost.high)


def wait_cost(weeks: Range, inputs: CostInputs) -> Cost:
    """Weeks x what the old fleet costs."""
    cost = weeks.times(fleet_week(inputs, "old_gpu_hour"))
    return Cost(cost.low, cost.high)


def port_weeks(lines: int | None, factor: Range, inputs: CostInputs) -> Range:
    """Engineer-weeks: lines x factor / (lines a week) + the fixed weeks; without lines only the latter are sure."""
    if lines is None or factor.low is None or factor.high is None:
        return Range(inputs["fixed_weeks"], None)
    quick, slow = inputs["lines_per_week_high"], inputs["lines_per_week_low"]
    return Range(lines * factor.low / quick, lines * factor.high / slow).plus(inputs["fixed_weeks"])


def port_cost(weeks: Range, inputs: CostInputs) -> Cost:
    """Engineer-weeks x rate."""
    cost = weeks.times(inputs["engineer_week"])
    return Cost(cost.low, cost.high)
