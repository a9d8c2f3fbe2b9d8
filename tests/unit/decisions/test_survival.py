"""Kaplan-Meier by hand on small tables, and what must hold on the shipped one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.builds import rules
from kernaudit.decisions.survival import curve_of, remaining
from kernaudit.model.lag import LagClass, LagRow


def _rows(*waits: int | str, kind: LagClass = LagClass.NATIVE) -> list[LagRow]:
    """Days; `"300+"` had not arrived by then."""
    return [
        LagRow("k", "sm_100", kind, int(str(wait).rstrip("+")), not str(wait).endswith("+"), "source", "high")
        for wait in waits
    ]


def test_the_curve_of_a_small_table() -> None:
    curve = curve_of(_rows(10, 20, "20+", 30), LagClass.NATIVE)
    # 4 wait at day 10, 3 at day 20 (the censored one is still there), 1 at day 30
    assert curve.steps == ((10, 0.75), (20, pytest.approx(0.5)), (30, 0.0))
    assert [curve.waiting(day) for day in (9, 10, 19, 20, 29, 30)] == [1.0, 0.75, 0.75, 0.5, 0.5, 0.0]


def test_quartiles_from_the_start() -> None:
    left = remaining(curve_of(_rows(10, 20, 30, 40), LagClass.NATIVE), 0)
    assert (left.quartiles, left.n, left.at_risk, left.last) == ((10.0, 20.0, 30.0), 4, 4, 40)


def test_quartiles_after_some_days_are_those_of_the_ones_still_waiting() -> None:
    left = remaining(curve_of(_rows(1, 2, 110, 120, 130, 140), LagClass.NATIVE), 100)
    assert left.quartiles == (10.0, 20.0, 30.0)
    assert left.at_risk == 4


def test_a_wait_that_never_ended_leaves_the_late_quartile_without_an_answer() -> None:
    left = remaining(curve_of(_rows(10, "500+", "500+", "500+"), LagClass.NATIVE), 0)
    assert left.quartiles == (10.0, None, None)


def test_beyond_the_last_event_there_is_no_precedent() -> None:
    curve = curve_of(_rows(10, 20, "900+"), LagClass.NATIVE)
    assert remaining(curve, 19).has_precedent
    left = remaining(curve, 20)
    assert not left.has_precedent
    assert left.quartiles == (None, None, None)


def test_a_day_before_the_gpu_is_on_sale_is_negative() -> None:
    left = remaining(curve_of(_rows(-10, 0, 10, 20), LagClass.NATIVE), -50)
    assert left.quartiles == (40.0, 50.0, 60.0)


def test_the_classes_do_not_mix() -> None:
    rows = [*_rows(10), *_rows(400, kind=LagClass.RUN)]
    assert curve_of(rows, LagClass.RUN).steps == ((400, 0.0),)


def test_an_empty_table_has_no_answer() -> None:
    left = remaining(curve_of([], LagClass.RUN), 5)
    assert (left.quartiles, left.n, left.last) == ((None, None, None), 0, None)


@given(st.lists(st.tuples(st.integers(-50, 900), st.booleans()), max_size=40), st.integers(-60, 1000))
def test_a_curve_falls_and_quartiles_rise(waits: list[tuple[int, bool]], elapsed: int) -> None:
    rows = [LagRow("k", "a", LagClass.RUN, day, arrived, "s", "high") for day, arrived in waits]
    curve = curve_of(rows, LagClass.RUN)
    parts = [part for _, part in curve.steps]
    assert parts == sorted(parts, reverse=True)
    assert all(-1e-9 <= part <= 1 for part in parts)
    left = remaining(curve, elapsed)
    known = [day for day in left.quartiles if day is not None]
    assert known == sorted(known)
    assert all(day > 0 for day in known)
    assert left.has_precedent or not known


def test_the_shipped_table() -> None:
    native, run = (curve_of(rules().lag, kind) for kind in (LagClass.NATIVE, LagClass.RUN))
    assert (len(native.waits), len(run.waits)) == (61, 46)
    assert native.last == 1125
    assert sum(not ended for _, ended in native.waits) == 12
    # running on a new GPU takes weeks, using it takes months
    assert (remaining(run, 0).quartiles[1] or 0) < (remaining(native, 0).quartiles[2] or 0)
