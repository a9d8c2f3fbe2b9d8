"""What a manager reads: the sentence, the lines of the devices, the pins at risk and the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fakes.decided import choice, decided_report
from fakes.pages import page_of
from kernaudit.model.decision import Answer, Cost, Decision, Pin, PinBy, PinOrigin, PinSpec
from kernaudit.render.html.costs import bill_of, cost_text, way_out
from kernaudit.render.html.verdict import device_lines, oldest_fact, verdict_sentence


def test_the_sentence_counts_and_adds_up() -> None:
    made = decided_report()
    assert verdict_sentence(made, device_lines(made)) == (
        "Of the 3 kernels that run on sm_90a, 1 run on sm_100 (1 do not, 1 unknown) and 2 run on sm_120 (1 do not); "
        "of 2 pins a choice is needed for 1 on sm_100 (USD 10k to 25k) and 1 on sm_120 (USD 10k to 25k)."
    )


def test_the_lines_of_the_devices() -> None:
    first, second = device_lines(decided_report())
    assert (first.base, first.kept, first.jit, first.lost, first.unknown, first.gained) == (3, 1, 0, 1, 1, 0)
    assert (second.base, second.kept, second.jit, second.lost, second.unknown, second.gained) == (3, 2, 1, 1, 0, 0)
    assert first.answers == {Answer.BRANCHES: 1, Answer.KEEP: 1}


def test_many_devices_are_told_by_their_ends() -> None:
    made = decided_report()
    names = [f"dev{n}" for n in range(6)]
    columns = tuple(replace(made.devices[1 + n % 2], id=name, name=name) for n, name in enumerate(names))
    rows = tuple(
        replace(one, cells={"sm_90a": one.cells["sm_90a"], **{n: one.cells[c.id] for n, c in _pairs(names, made)}})
        for one in made.kernels
    )
    wide = replace(made, devices=(made.devices[0], *columns), kernels=rows, decisions=(), pins=())
    assert verdict_sentence(wide, device_lines(wide)) == (
        "Of the 3 kernels that run on sm_90a, 1 (dev0) to 2 (dev1) run on 6 devices; nothing is pinned."
    )


def _pairs(names: list[str], made):
    return [(name, made.devices[1 + n % 2]) for n, name in enumerate(names)]


@pytest.mark.parametrize(
    ("cheapest", "cost"),
    [("port", Cost(10e3, 25e3)), ("revert", Cost(40e3, 90e3)), (None, Cost(10e3, 25e3))],
)
def test_the_way_out(cheapest: str | None, cost: Cost) -> None:
    found = way_out(choice("sm_100", cheapest))
    assert found is not None
    assert (found.low, found.high) == (cost.low, cost.high)


def test_overlapping_ranges_cost_no_more_than_the_lower_high_end() -> None:
    made = choice("sm_100", None)
    low_start = replace(made.branches[0], cost=Cost(5e3, 90e3))
    found = way_out(replace(made, branches=(low_start, *made.branches[1:])))
    assert found is not None
    assert (found.low, found.high) == (5e3, 25e3)


def test_a_branch_that_may_not_be_possible_has_no_price() -> None:
    made = choice("sm_100", None)
    shut = tuple(replace(one, feasible=None) for one in made.branches)
    assert way_out(replace(made, branches=shut)) is None
    bill = bill_of([replace(made, branches=shut), choice("sm_100"), Decision("p", "sm_100", Answer.KEEP, "keep")], ())
    assert (bill.pins, bill.priced) == (2, 1)
    assert bill.text == "USD 10k to 25k, 1 not priced"
    assert cost_text(Cost(None, None)) == "not priced"
    assert cost_text(Cost(10e3, None)) == "from USD 10k"


def test_pins_of_the_same_kernels_are_paid_for_once() -> None:
    by_op = Pin("p1", PinSpec(PinBy.OP, "mm"), PinOrigin.CONFIG, ("csrc/gemm.cu#gemm",))
    by_file = replace(by_op, id="p2", spec=PinSpec(PinBy.FILE, "csrc/gemm.cu"))
    other = replace(by_op, id="p3", matched=("csrc/other.cu#gemm",))
    chosen = [replace(choice("sm_100"), pin=pin.id) for pin in (by_op, by_file, other)]
    bill = bill_of(chosen, (by_op, by_file, other))
    assert (bill.pins, bill.priced, bill.text) == (3, 3, "USD 20k to 50k")


def test_the_oldest_fact_and_its_age() -> None:
    made = decided_report()
    found = oldest_fact(made)
    assert found is not None
    assert (found.fact.date, found.age) == ("2025-02-14", "654 days before 2026-11-30")
    undated = oldest_fact(replace(made, input=replace(made.input, as_of=None)))
    assert undated is not None
    assert undated.age == ""


def test_the_pins_at_risk() -> None:
    table = page_of(decided_report()).one("section", id="pins").words
    assert "1 of 2 pins that need a choice" in table
    assert "fp8_gemm op Ada ✗ decide port USD 10k to 25k ✗ decide port USD 10k to 25k" in table
    assert "norm" not in table


def test_a_card() -> None:
    page = page_of(decided_report())
    first, second = page.all("article")
    assert first.words.startswith(
        "fp8_gemm op · Ada needs no scale fix deep_gemm sm_100, sm_120 ✗ decide not-built; port it"
    )
    assert "revert possible to cuBLAS, gives up 1.4x [1] USD 40k to 90k" in first.words
    assert "port cheapest possible 2 to 5 engineer-weeks USD 10k to 25k" in first.words
    assert "wait not possible no date, upstream declined not priced" in first.words
    assert "cuBLAS is 1.4 times slower the paper, table 3, 2025-02-14, paper" in first.words
    assert "Break-even: engineer week = 21500" in first.words.replace(",", "")
    assert "The same in every branch: gpus 8 GPUs assumed" in page.one("section", id="decisions").words
    assert "calm" in second["class"]
    assert "sm_100, sm_120 ● keep" in second.words


def test_without_a_winner_the_card_says_so() -> None:
    card = page_of(decided_report(cheapest=None)).all("article")[0]
    assert "No clear winner: the ranges overlap, or a price is not known." in card.words
    assert "cheapest" not in card.words
