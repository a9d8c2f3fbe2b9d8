"""The formulas of docs/cost-model.md, computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.builds import rules
from kernaudit.decisions.cost import CostInputs, Range, port_cost, port_weeks, revert_cost, wait_cost
from kernaudit.model.decision import InputSource
from kernaudit.model.knowledge import Work

DEFAULTS = CostInputs(rules().cost)


def _factor(work: Work) -> Range:
    value = rules().cost.work[work].value
    return Range(value, value)


@pytest.mark.parametrize(
    ("lines", "low", "high", "observed"),
    [(1090, 3.7, 6.8, 5.3), (3800, 8.0, 18.7, 8.4)],
    ids=["DeepGEMM to 10.0", "DeepGEMM to 12.0"],
)
def test_the_two_ports_that_the_model_was_set_by(lines: int, low: float, high: float, observed: float) -> None:
    weeks = port_weeks(lines, _factor(Work.HAND_GEMM), DEFAULTS)
    assert weeks.low is not None
    assert weeks.high is not None
    assert (round(weeks.low, 1), round(weeks.high, 1)) == (low, high)
    assert weeks.low <= observed <= weeks.high


@pytest.mark.parametrize(
    ("work", "low"), [("config", 2.05), ("library", 2.9), ("hand-gemm", 3.1), ("hand-attention", 4.0)]
)
def test_each_kind_of_work_has_its_factor(work: str, low: float) -> None:
    assert port_weeks(700, _factor(Work(work)), DEFAULTS).low == pytest.approx(low)


def test_a_port_without_a_line_count_has_only_its_lower_end() -> None:
    weeks = port_weeks(None, _factor(Work.LIBRARY), DEFAULTS)
    assert (weeks.low, weeks.high) == (2, None)
    cost = port_cost(weeks, DEFAULTS)
    assert (cost.low, cost.high) == (10_000, None)


def test_a_revert_pays_for_the_lost_speed() -> None:
    inputs = CostInputs(rules().cost, {"gpus": 10, "time_share": 0.5, "new_gpu_hour": 2, "horizon_weeks": 10})
    cost = revert_cost(Range(1.0, 1.5), inputs)
    assert (cost.low, cost.high, cost.unit) == (0, 0.5 * 0.5 * 10 * 168 * 2 * 10, "USD")


def test_a_fallback_that_is_faster_costs_nothing() -> None:
    assert revert_cost(Range(0.4, 0.9), DEFAULTS).high == 0


def test_a_ratio_that_nobody_published_has_no_cost() -> None:
    cost = revert_cost(Range(None, None), DEFAULTS)
    assert (cost.low, cost.high) == (None, None)


def test_a_wait_pays_for_the_old_fleet() -> None:
    inputs = CostInputs(rules().cost, {"gpus": 4, "old_gpu_hour": 1})
    assert wait_cost(Range(1, 3), inputs).high == 3 * 4 * 168


def test_every_input_says_where_it_comes_from() -> None:
    inputs = CostInputs(rules().cost, {"gpus": 64})
    found = {one.name: (one.value, one.source) for one in inputs.named("gpus", "time_share", "hours_per_week")}
    assert found == {
        "gpus": (64, InputSource.GIVEN),
        "time_share": (0.3, InputSource.ASSUMED),
        "hours_per_week": (168, InputSource.FACT),
    }


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_more_lines_never_cost_less(one: int, other: int) -> None:
    fewer, more = sorted((one, other))
    few, many = (port_weeks(lines, _factor(Work.HAND_GEMM), DEFAULTS) for lines in (fewer, more))
    assert few.low is not None
    assert few.high is not None
    assert few.low <= (many.low or 0)
    assert few.high <= (many.high or 0)
    assert few.low <= few.high
