"""examples/fp8: the decision that its README works out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.model.decision import Answer, Branch, BranchKind, Decision, InputSource
from kernaudit.model.report import Report
from kernaudit.render.base import View
from kernaudit.render.registry import find_format
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

TODAY = "2026-11-30"


@pytest.fixture(scope="module")
def nine(repository: Path) -> Report:
    return run_scan(ScanOptions(repository / "examples" / "fp8" / "nine", jobs=1, cache=False, as_of=TODAY))


@pytest.fixture(scope="module")
def both(repository: Path) -> Report:
    return run_scan(ScanOptions(repository / "examples" / "fp8" / "both", jobs=1, cache=False, as_of=TODAY))


def _branch(decision: Decision, kind: BranchKind) -> Branch:
    return next(branch for branch in decision.branches if branch.kind is kind)


def test_the_printed_table_is_the_committed_one(repository: Path, nine: Report) -> None:
    printed = find_format("table").render(nine, View(width=120))
    assert printed == (repository / "examples" / "fp8" / "nine" / "expected.txt").read_text(encoding="utf-8")


def test_the_op_is_the_pin_and_the_answer_is_a_choice(nine: Report) -> None:
    (pin,), (decision,) = nine.pins, nine.decisions
    assert (pin.id, pin.entry, pin.matched) == (
        "op:fp8_gemm_nt",
        "deepgemm",
        ("csrc/sm90_fp8_gemm.cu#sm90_fp8_gemm",),
    )
    assert (decision.device, decision.answer, decision.cheapest) == ("sm_100", Answer.BRANCHES, BranchKind.WAIT)
    places = {fact.source for fact in decision.facts}
    assert {"CMakeLists.txt:5", "csrc/api.cpp:10"} <= places, "the gate of the build and that of the dispatch"


def test_going_back_costs_what_the_formula_says(nine: Report) -> None:
    revert = _branch(nine.decisions[0], BranchKind.REVERT)
    assert revert.cost.low == 0
    assert revert.cost.high == pytest.approx((2.7 - 1) * 0.25 * 64 * 168 * 5 * 52)
    sources = {one.name: one.source for one in revert.inputs}
    assert (sources["gpus"], sources["time_share"]) == (InputSource.GIVEN, InputSource.GIVEN)
    assert (sources["new_gpu_hour"], sources["speed_ratio"]) == (InputSource.ASSUMED, InputSource.ASSUMED)


def test_waiting_is_over(nine: Report) -> None:
    wait = _branch(nine.decisions[0], BranchKind.WAIT)
    assert (wait.cost.low, wait.cost.high, wait.feasible) == (0, 0, True)
    assert "2025-07-18" in wait.line


def test_a_port_replaces_the_kernel_and_what_holds_wgmma(nine: Report) -> None:
    port = _branch(nine.decisions[0], BranchKind.PORT)
    assert port.cost.low == pytest.approx((30 * 1.1 / 700 + 2) * 5000)
    assert port.cost.high == pytest.approx((30 * 1.1 / 250 + 2) * 5000)
    places = [fact.source for fact in port.facts if fact.source.startswith("csrc/")]
    assert places == [f"csrc/sm90_fp8_gemm.cu:{line}" for line in (32, 12, 23, 10)], "the largest first"


def test_after_the_port_the_pinned_op_is_kept(both: Report) -> None:
    (pin,), (decision,) = both.pins, both.decisions
    assert (pin.owner, pin.decision, pin.expiry, len(pin.matched)) == ("serving", "keep", "2027-03-31", 2)
    assert (decision.answer, decision.line) == (Answer.KEEP, "sm_100: keep, native with untuned")
    assert any("below CUTLASS on Blackwell" in caveat for caveat in decision.caveats)


def test_an_op_that_a_sibling_serves_is_no_default_pin(repository: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.yaml"
    bare.write_text("from: h100\nto: b200\n")
    root = repository / "examples" / "fp8" / "both"
    assert run_scan(ScanOptions(root, jobs=1, cache=False, config=bare)).pins == ()
