"""The decision tree beyond the text books: small changes, what was not read, and which branch is the cheapest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.builds import rules
from fakes.reports import cell, external, family, needs, note, pieces, report, row, row_external
from kernaudit.config.load import parse_config
from kernaudit.decisions.choose import cheapest
from kernaudit.decisions.decide import decide
from kernaudit.decisions.line import MOST
from kernaudit.decisions.ties import Ties
from kernaudit.decisions.untuned import untuned_report
from kernaudit.model.decision import Answer, BranchKind, Decision, InputSource
from kernaudit.model.evidence import CodePiece, Location
from kernaudit.model.report import FamilyGate, OpCell, OpRow, Report
from kernaudit.model.verdict import Cell, Edit, NoteKind, Remedy, RemedyKind, SharedMemory, Status

Held = Mapping[str, tuple[CodePiece, ...]]


def _decide(
    *cells: Cell | str,
    config: str | None = None,
    root: str = "tree",
    as_of: str | None = "2026-11-30",
    held: Held | None = None,
) -> Decision:
    """The decision of a family whose kernels have these cells on the new device."""
    rows = [
        row(f"k{number}", {"sm_90a": "native", "sm_100": one}, f"csrc/{number}.cu", family="F", held=held or {})
        for number, one in enumerate(cells)
    ]
    full = f"pins:\n  - family: F\n{config or ''}"
    parsed = parse_config("kernaudit.yaml", full)
    return decide(report(rows, [family("F", rows)], root=root, as_of=as_of), rules(), parsed)[1][0]


def test_what_runs_is_kept_with_its_notes() -> None:
    decision = _decide(cell("native", notes=(note("emulated", "in software"),)), "compatible-sass")
    assert (decision.answer, decision.line) == (
        Answer.KEEP,
        "sm_100: keep, 1 compatible-sass, 1 native with emulated",
    )
    assert decision.caveats == ("emulated: in software",)


@pytest.mark.parametrize(
    ("kinds", "answer"),
    [
        (("rebuild",), Answer.REBUILD),
        (("regate",), Answer.REGATE),
        (("regate", "rebuild"), Answer.REGATE),
        (("resize", "regate", "rebuild"), Answer.RESIZE),
        (("port",), Answer.BRANCHES),
        (("unknown",), Answer.UNKNOWN),
        ((), Answer.UNKNOWN),
    ],
)
def test_the_largest_change_names_the_answer(kinds: tuple[str, ...], answer: Answer) -> None:
    assert _decide(needs("not-built", *kinds)).answer is answer


def test_a_rebuild_says_the_edit() -> None:
    remedy = Remedy(RemedyKind.REBUILD, "add the family", None, Edit("100a", "100f"))
    decision = _decide(Cell(Status.NOT_BUILT, remedies=(remedy,)))
    assert decision.line == "sm_100: rebuild, not-built: add the family: 100a -> 100f"


def test_a_resize_says_the_constant_that_fits() -> None:
    remedy = Remedy(RemedyKind.RESIZE, "fewer stages")
    smem = SharedMemory(limit=101_376, optin=True, dynamic=196_608, fits=("STAGES", 2))
    decision = _decide(Cell(Status.SMEM_EXCEEDED, smem=smem, remedies=(remedy,)))
    assert decision.line == "sm_100: resize, smem-exceeded: fewer stages, STAGES = 2 fits"


def test_what_was_not_read_never_makes_an_answer_better() -> None:
    assert _decide("native", "unknown").answer is Answer.UNKNOWN
    assert _decide(needs("not-built", "rebuild"), "unknown").answer is Answer.UNKNOWN
    assert _decide(needs("not-built", "rebuild", rebuilt="unknown")).answer is Answer.UNKNOWN
    assert _decide(needs("not-built", "port"), "unknown").answer is Answer.BRANCHES


@given(st.lists(st.sampled_from([*Status]), min_size=1, max_size=4))
def test_only_what_runs_everywhere_is_kept(statuses: list[Status]) -> None:
    decision = _decide(*(Cell(status) for status in statuses))
    assert (decision.answer is Answer.KEEP) == all(status.runs for status in statuses)


def test_a_kernel_that_does_not_run_today_does_not_count() -> None:
    old = row("old", {"sm_90a": "native", "sm_100": "native"}, family="F")
    other = row("other", {"sm_90a": "not-built", "sm_100": "not-built"}, "csrc/o.cu", family="F")
    config = parse_config("kernaudit.yaml", "pins:\n  - family: F\n")
    _, (decision,) = decide(report([old, other], [family("F", [old, other])]), rules(), config)
    assert decision.answer is Answer.KEEP


def test_without_a_date_the_elapsed_days_are_unknown() -> None:
    wait = _decide(needs("not-built", "port"), as_of=None).branches[1]
    assert wait.line.startswith("wait: days already elapsed unknown (no --as-of); native from the start: ")
    assert "(n=61)" in wait.line
    assert (wait.feasible, wait.cost.low, wait.cost.high) == (None, None, None)


def test_a_date_that_is_none_counts_as_no_date() -> None:
    assert "no --as-of" in _decide(needs("not-built", "port"), as_of="soon").branches[1].line


def test_beyond_the_last_event_there_is_no_precedent() -> None:
    wait = _decide(needs("not-built", "port"), as_of="2030-01-01").branches[1]
    assert "no precedent" in wait.line
    assert wait.feasible is None
    assert {one.name for one in wait.inputs} >= {"elapsed_days", "remaining_quartiles", "lag_rows", "longest_ended"}


def test_functions_that_several_kernels_share_are_counted_once() -> None:
    shared = {"wgmma": pieces(300, 50)}
    port = _decide(needs("not-built", "port"), needs("not-built", "port"), held=shared).branches[2]
    assert port.line.startswith("port wgmma: 350 lines, hand-gemm..hand-attention, 2.55..4.8 weeks")
    assert [fact.source for fact in port.facts[-2:]] == ["csrc/k.cuh:1", "csrc/k.cuh:1001"]


def test_what_the_new_device_has_need_not_be_replaced() -> None:
    held = {"wgmma": pieces(40), "cp-async": pieces(900, file="csrc/load.cuh")}
    port = _decide(needs("not-built", "port"), held=held).branches[2]
    assert port.line.startswith("port wgmma: 40 lines")


def test_code_that_was_not_read_has_no_count() -> None:
    port = _decide(needs("not-built", "port")).branches[2]
    assert "lines not counted" in port.line
    assert port.cost.high is None


def test_a_gpu_that_is_not_on_sale_yet_has_no_days_behind_it() -> None:
    """B200 was on sale from 2025-02-01 on."""
    wait = _decide(needs("not-built", "port"), as_of="2025-01-22").branches[1]
    assert "weeks more with 10 days to its first sale (native, n=61, 61 left)" in wait.line


def test_no_wait_for_an_older_gpu_is_on_record() -> None:
    """The table knows how long kernels took to come to newer GPUs; A100 is older than H100."""
    kernel = row("k", {"sm_90a": "native", "sm_80": needs("not-built", "port")}, "csrc/k.cu")
    config = parse_config("kernaudit.yaml", "pins: [{kernel: k}]\n")
    _, (decision,) = decide(report([kernel], to=("sm_80",)), rules(), config)
    wait = decision.branches[1]
    assert (wait.feasible, wait.cost.low, decision.cheapest) == (None, None, None)
    assert wait.line.startswith("wait: no precedent: this GPU is older than the one in use")


def test_a_given_number_is_shown_as_given() -> None:
    decision = _decide(needs("not-built", "port"), config="cost:\n  gpus: 64\n")
    sources = {one.name: one.source for one in decision.branches[1].inputs}
    assert (sources["gpus"], sources["old_gpu_hour"]) == (InputSource.GIVEN, InputSource.ASSUMED)


def test_an_unknown_price_leaves_no_clear_winner_and_says_when_it_would_win() -> None:
    decision = _decide(needs("not-built", "port"))
    assert decision.cheapest is None
    assert decision.line == "sm_100: not-built; no clear winner; port_weeks decides, at 44"
    assert decision.break_even is not None


def _mla(config: str) -> Decision:
    path = "csrc/sm90/decode/dense/bf16.cu"
    kernel = row_external("flashmla", path, {"sm_90a": "unknown", "sm_100": "unknown"}, "MLA")
    kernel = replace(kernel, line=1, held={"wgmma": pieces(1000)})
    given = report([kernel], [external("MLA", [kernel], "https://github.com/deepseek-ai/FlashMLA")], root="vllm")
    _, decisions = decide(given, rules(), parse_config("kernaudit.yaml", config))
    return next(one for one in decisions if one.pin.endswith("dense-decode"))


def test_the_cheapest_changes_sides_at_the_break_even() -> None:
    decision = _mla("cost: {gpus: 8}")
    assert decision.cheapest is BranchKind.REVERT
    assert decision.break_even is not None
    assert decision.break_even.input == "gpus"
    flipped = _mla(f"cost: {{gpus: {decision.break_even.value * 2:.0f}}}")
    assert flipped.cheapest is BranchKind.PORT


def test_overlapping_ranges_have_no_winner() -> None:
    decision = _mla("cost: {gpus: 28}")
    revert, _, port = decision.branches
    assert revert.cost.high is not None
    assert port.cost.low is not None
    assert port.cost.low <= revert.cost.high <= (port.cost.high or 0)
    assert decision.cheapest is None


def test_no_options_have_no_winner() -> None:
    assert cheapest(()) is None


HOSTILE = "k<script>'\"\n=cmd|' /C calc'!A0\x1b[31m" + "x" * 300


def test_hostile_names_stay_on_one_short_line() -> None:
    bad = row(HOSTILE, {"sm_90a": "native", "sm_100": needs("not-built", "port", rule="wgmma")}, family=HOSTILE)
    given = report([bad], [family(HOSTILE, [bad])], root=HOSTILE)
    _, decisions = decide(given, rules())
    for decision in decisions:
        for line in (decision.line, *(branch.line for branch in decision.branches)):
            assert line.isprintable()
            assert len(line) <= MOST


def test_old_facts_are_marked() -> None:
    new, old = (_mla(f"stale_before: {day}") for day in ("2020-01-01", "2026-01-01"))
    assert not any(fact.stale for branch in new.branches for fact in branch.facts)
    stale = {fact.date for branch in old.branches for fact in branch.facts if fact.stale}
    assert "2025-08-20" in stale
    assert all(date < "2026-01-01" for date in stale)


def test_an_expired_pin_says_so() -> None:
    config = parse_config("kernaudit.yaml", "pins:\n  - {family: F, expiry: 2026-01-01}\n")
    kernel = row("k", {"sm_90a": "native", "sm_100": "native"}, family="F")
    _, (decision,) = decide(report([kernel], [family("F", [kernel])]), rules(), config)
    assert decision.caveats == ("the pin expired on 2026-01-01",)


def test_untuned_notes_land_on_cells_that_run() -> None:
    cells = {"sm_90a": "native", "sm_100": "ptx-jit", "sm_120": "not-built"}
    kernel = row("Marlin", cells, "csrc/quantization/marlin/k.cu", family="MARLIN")
    given: Report = report([kernel], [family("MARLIN", [kernel])], root="vllm-0.33.0", to=("sm_100", "sm_120"))
    (noted,) = untuned_report(Ties(given, rules().kernels)).kernels
    assert [one.kind for one in noted.cells["sm_100"].notes] == [NoteKind.UNTUNED]
    assert noted.cells["sm_120"].notes == ()
    assert noted.cells["sm_100"].status is Status.PTX_JIT
    assert "tuned for Ampere" in noted.cells["sm_100"].notes[0].text


def test_the_same_question_has_the_same_answer() -> None:
    assert _mla("cost: {gpus: 8}") == _mla("cost: {gpus: 8}")


def test_what_the_team_knows_of_a_kernel_counts_first() -> None:
    kernel = row("k", {"sm_90a": "native", "sm_100": needs("not-built", "port", rule="wgmma")}, "csrc/machete/k.cu")
    pin = "pins:\n  - {kernel: k, time_share: 0.1, speed_ratio: 1.5, port_lines: 700}\n"
    config = parse_config("kernaudit.yaml", pin)
    _, (decision,) = decide(report([kernel], root="vllm-0.33.0"), rules(), config)
    revert, _, port = decision.branches
    assert revert.line == "revert to Marlin: USD 17.5k in 52 weeks, gives up 1.5x"
    assert "700 lines" in port.line
    given = {one.name for branch in (revert, port) for one in branch.inputs if one.source is InputSource.GIVEN}
    assert given == {"time_share", "speed_ratio", "port_lines"}


def _twins(there: str, name: str = "GEMM_SM100", today: str = "GEMM_SM90") -> Decision:
    old = row("old", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, "csrc/9.cu", family=today)
    new = row("new", {"sm_90a": "not-built", "sm_100": there}, "csrc/10.cu", family=name)
    gate = FamilyGate(Location("CMakeLists.txt", 9), "a gate")
    families = [family(today, [old]), replace(family(name, [new]), gate=gate)]
    return decide(report([old, new], families), rules())[1][0]


def test_a_family_that_is_only_named_for_the_new_chip_is_no_winner() -> None:
    """Nothing says that it gets called, so nothing says that the wait is over."""
    decision = _twins("native")
    wait = decision.branches[1]
    assert (decision.cheapest, wait.feasible, wait.cost.low) == (None, None, None)
    assert wait.line == (
        "wait: perhaps over, this tree has GEMM_SM100 there (CMakeLists.txt:9); whether it gets called was not read"
    )
    assert wait.facts[0].source == "CMakeLists.txt:9"


def test_families_of_one_gate_are_told_apart_by_their_lists() -> None:
    line = _twins("native", "MM:10.0f;11.0f", "MM:9.0a").branches[1].line
    assert line.startswith("wait: perhaps over, this tree has MM:10.0f;11.0f there")


def _served_by(*names: str) -> Decision:
    """A pinned kernel of two ops beside its sibling for the new chip, which host code launches for these ops there."""
    ops = ("mm", "mm_azp")
    old = row("old", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, family="MM_SM90", ops=ops)
    new = row("new", {"sm_90a": "not-built", "sm_100": "native"}, "csrc/n.cu", family="MM_SM100", ops=names)
    read = [
        OpRow(
            op,
            Location("csrc/bind.cpp", 1),
            (old.id,),
            {
                "sm_90a": OpCell(Status.NATIVE, (old.id,)),
                "sm_100": OpCell(Status.NATIVE, (new.id,)) if op in names else OpCell(Status.NOT_BUILT),
            },
        )
        for op in ops
    ]
    given = replace(report([old, new], [family("MM_SM90", [old]), family("MM_SM100", [new])]), ops=tuple(read))
    return decide(given, rules(), parse_config("kernaudit.yaml", "pins: [{kernel: old}]\n"))[1][0]


def test_a_sibling_that_serves_the_same_ops_ends_the_wait() -> None:
    decision = _served_by("mm", "mm_azp")
    assert decision.cheapest is BranchKind.WAIT
    assert decision.branches[1].line == "wait: over, this tree has MM_SM100 there, and it serves 2 ops"


def test_a_sibling_that_leaves_an_op_out_does_not() -> None:
    decision = _served_by("mm")
    assert decision.cheapest is None
    assert not decision.branches[1].line.startswith("wait: over")


def test_what_upstream_lacks_leaves_no_choice_where_most_of_it_runs() -> None:
    """ggml has nothing made for 10.0, and what it has runs there; rows that were not read are not known."""
    rows = [
        row(f"k{number}", {"sm_90a": "native", "sm_100": one}, f"ggml/src/ggml-cuda/{number}.cu", family="F")
        for number, one in enumerate(("native", "unknown"))
    ]
    config = parse_config("kernaudit.yaml", "project: llama-cpp-ggml\npins: [{family: F}]\n")
    (pin,), (decision,) = decide(report(rows, [family("F", rows)]), rules(), config)
    assert (pin.entry, decision.answer) == ("llama-cpp-ggml", Answer.UNKNOWN)


@pytest.mark.parametrize(("there", "name"), [("not-built", "GEMM_SM100"), ("native", "MOE_SM100"), ("native", "GEMM")])
def test_another_family_does_not(there: str, name: str) -> None:
    assert _twins(there, name).branches[1].line.startswith("wait: 65.4 weeks more")


def test_a_sibling_that_serves_another_op_is_none() -> None:
    old = row("old", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, family="MM_SM90", ops=("mm_azp",))
    new = row("new", {"sm_90a": "not-built", "sm_100": "native"}, "csrc/n.cu", family="MM_SM100", ops=("mm",))
    given = report([old, new], [family("MM_SM90", [old]), family("MM_SM100", [new])])
    (decision,) = decide(given, rules())[1]
    assert decision.pin == "op:mm_azp"
    assert decision.branches[1].line.startswith("wait: 65.4 weeks more")


def test_a_sibling_that_leaves_the_op_out_contradicts_upstream() -> None:
    """vLLM ships CUTLASS GEMM for 10.0, and in this tree the family for it has no zero points."""
    ops = ("cutlass_scaled_mm_azp",)
    old = row("old", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, family="SCALED_MM_SM90", ops=ops)
    new = row("new", {"sm_90a": "not-built", "sm_100": "native"}, "csrc/n.cu", family="SCALED_MM_SM100", ops=("other",))
    families = [family("SCALED_MM_SM90", [old]), family("SCALED_MM_SM100", [new])]
    decision = decide(report([old, new], families, root="vllm-0.33.0"), rules())[1][0]
    wait = decision.branches[1]
    assert (decision.cheapest, wait.feasible, wait.cost.low) == (None, None, None)
    assert wait.line == (
        "wait: this tree has SCALED_MM_SM100 there, which does not serve cutlass_scaled_mm_azp; ask upstream"
    )


def test_a_tree_of_upstream_itself_counts_more_than_a_state_without_a_date() -> None:
    """vLLM's CUTLASS kernels are said to be there on 8.9, without a day; this vLLM does not build the family for it."""
    kernel = row("k", {"sm_90a": "native", "sm_89": needs("not-built", "port")}, family="SCALED_MM_SM90")
    given = report([kernel], [family("SCALED_MM_SM90", [kernel])], root="vllm-0.33.0", to=("sm_89",))
    (decision,) = decide(given, rules())[1]
    wait = decision.branches[1]
    assert wait.line.startswith("wait: this very tree is said to have it (seen 2026-11-02)")
    assert (wait.feasible, wait.cost.low, decision.cheapest) == (None, None, None)


def test_a_tree_of_upstream_that_has_what_was_shipped_lacks_this_all_the_same() -> None:
    """vLLM has CUTLASS kernels for 12.0 since March 2025: scaled_mm, not the ones for mixtures of experts."""
    cells = {"sm_90a": "native", "sm_120": needs("not-built", "port")}
    pinned = row("moe", cells, family="CUTLASS_MOE_SM90", ops=("cutlass_moe_mm",))
    other = row("mm", {"sm_90a": "not-built", "sm_120": "native"}, "csrc/m.cu", family="SCALED_MM_SM120")
    families = [family("CUTLASS_MOE_SM90", [pinned]), family("SCALED_MM_SM120", [other])]
    decision = decide(report([pinned, other], families, root="vllm-0.33.0", to=("sm_120",)), rules())[1][0]
    wait = decision.branches[1]
    assert (decision.pin, decision.cheapest, wait.cost.low) == ("op:cutlass_moe_mm", None, None)
    assert wait.line == "wait: this tree has what upstream shipped there (mm), and this is not part of it; ask upstream"


@pytest.mark.parametrize(("as_of", "stale"), [(None, False), ("2026-08-20", False), ("2026-08-21", True)])
def test_a_fact_that_was_seen_more_than_a_year_ago_is_stale(as_of: str | None, stale: bool) -> None:
    """FlashMLA's `no plans` was said on 2025-08-20."""
    path = "csrc/sm90/decode/dense/bf16.cu"
    kernel = row_external("flashmla", path, {"sm_90a": "unknown", "sm_100": "unknown"}, "MLA")
    families = [external("MLA", [kernel], "https://github.com/deepseek-ai/FlashMLA")]
    decision = decide(report([kernel], families, root="vllm", as_of=as_of), rules())[1][0]
    (state,) = [one for one in decision.branches[1].facts if "no plans" in one.text]
    assert state.stale is stale
