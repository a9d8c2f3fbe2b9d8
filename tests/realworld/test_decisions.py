"""What vLLM 0.33.0 has to decide on the way from H100 to B200; the answers were worked out by reading its build."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.model.decision import Answer, BranchKind, Decision
from kernaudit.model.report import Report
from kernaudit.render.base import View
from kernaudit.render.registry import find_format
from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

JIT = ("MARLIN", "MARLIN_BF16", "MARLIN_MOE", "MARLIN_MOE_OTHER", "MARLIN_OTHER", "HADACORE", "SCALED_MM_2X")


@pytest.fixture(scope="module")
def vllm(vllm_0_33: Path) -> Report:
    return run_scan(
        ScanOptions(vllm_0_33, from_="h100", to=("b200",), jobs=1, as_of="2026-11-30", code=CodeReading.NEVER)
    )


def _of(report: Report, name: str) -> Decision:
    (found,) = [one for one in report.decisions if one.pin == f"family:{name}"]
    return found


def _lines(decision: Decision) -> dict[BranchKind, str]:
    return {branch.kind: branch.line for branch in decision.branches}


@pytest.mark.parametrize("name", JIT)
def test_what_only_the_driver_compiles_is_kept_and_said(name: str, vllm: Report) -> None:
    decision = _of(vllm, name)
    assert (decision.answer, "ptx-jit" in decision.line) == (Answer.KEEP, True)


def test_machete(vllm: Report) -> None:
    lines = _lines(_of(vllm, "MACHETE"))
    assert lines[BranchKind.REVERT].startswith("revert to Marlin by JIT")
    assert lines[BranchKind.WAIT].startswith("wait (absent upstream): 65.4 weeks more after 667 days")
    assert lines[BranchKind.PORT].startswith("port cute-wgmma")


def test_w4a8_keeps_sixteen_bit_activations_on_10(vllm: Report) -> None:
    """Marlin's FP8 kernels are built for 8.9 and 12.x only (CMakeLists.txt:669-678)."""
    lines = _lines(_of(vllm, "W4A8"))
    assert lines[BranchKind.REVERT].startswith("revert to Marlin with 16-bit activations by JIT")
    assert lines[BranchKind.WAIT].startswith("wait (absent upstream): 11.6..97.4 weeks more after 443 days")


@pytest.mark.parametrize(
    ("name", "sibling"), [("SCALED_MM_SM90", "SCALED_MM_SM100"), ("CUTLASS_MOE_SM90", "CUTLASS_MOE_SM100")]
)
def test_kernels_that_the_tree_has_for_the_new_chip_too(name: str, sibling: str, vllm: Report) -> None:
    """What calls it is not known without reading the code, so that waiting wins nothing."""
    decision = _of(vllm, name)
    assert decision.cheapest is None
    assert f"perhaps over, this tree has {sibling} there" in _lines(decision)[BranchKind.WAIT]


def test_flashmla_dense_decode_is_unknown_beside_what_upstream_said(vllm: Report) -> None:
    decision = _of(vllm, "FLASH_MLA/flashmla-dense-decode")
    assert decision.line.startswith("sm_100: unknown; cheapest: revert")
    assert _lines(decision)[BranchKind.WAIT] == "wait: no date, upstream: declined (seen 2025-08-20)"


def test_what_was_not_read_is_not_kept(vllm: Report) -> None:
    for name in ("DEEPSELECT", "FLASH_MLA/flashmla-sparse", "triton_kernels"):
        assert _of(vllm, name).answer is Answer.UNKNOWN


def test_the_decisions_fit_a_screen_or_two(vllm: Report) -> None:
    text = find_format("table").render(vllm, View(width=120))
    block = text[text.index("\nDecisions\n") : text.index("\nFindings\n")].strip().split("\n")
    assert len(block) < 70
    assert all(len(line) <= 120 for line in block)
