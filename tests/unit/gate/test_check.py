"""The gate as a whole: which policy fails on what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fakes.reports import cell, family, note, report, row
from kernaudit.config.model import GatePolicy, Requirement
from kernaudit.gate.check import GateInput, judge
from kernaudit.gate.comments import Comment
from kernaudit.model.build import BuildStatus
from kernaudit.model.decision import PinBy
from kernaudit.model.evidence import Finding, FindingLevel, Location
from kernaudit.model.report import BuildBreak, OpCell, OpRow
from kernaudit.model.verdict import Detail, Status

AT = Location("kernaudit.yaml", 3)
SILENT = cell("guarded-out", detail=Detail.SILENT_NO_OP)


def _judged(one, policy: GatePolicy | None = None, **more):
    return judge(one, GateInput(policy or GatePolicy(), lambda text: {"b200": "sm_100"}.get(text, text), **more))


def _require(by: str, value: str, status: str = "ptx-jit", on: str = "b200") -> GatePolicy:
    return GatePolicy((Requirement(PinBy(by), value, (on,), Status(status), AT),))


def test_an_empty_policy_passes_whatever_does_not_run() -> None:
    outcome = _judged(report([row("k", {"sm_100": "not-built"})]))
    assert not outcome.failed
    assert any("no baseline and no requirement" in text for text in outcome.remarks)


@pytest.mark.parametrize(
    ("has", "wants", "fails"),
    [
        ("native", "native", False),
        ("compatible-sass", "native", True),
        ("compatible-sass", "compatible-sass", False),
        ("ptx-jit", "compatible-sass", True),
        ("ptx-jit", "ptx-jit", False),
        ("unknown", "ptx-jit", True),
        ("not-built", "ptx-jit", True),
    ],
)
@pytest.mark.parametrize("by", ["kernel", "family", "op"])
def test_requirements(has: str, wants: str, fails: bool, by: str) -> None:
    one = row("k", {"sm_100": has}, ops=("k",))
    full = report([one], [family("k", [one])])
    assert _judged(full, _require(by, "k", wants)).failed is fails


def test_an_op_runs_where_one_of_its_kernels_does() -> None:
    rows = (row("old", {"sm_100": "not-built"}), row("new", {"sm_100": "native"}))
    op = OpRow("mm", Location("b.cpp", 1), tuple(one.id for one in rows), {"sm_100": OpCell(Status.NATIVE)})
    assert not _judged(replace(report(rows), ops=(op,)), _require("op", "mm", "native")).failed


def test_what_is_required_and_not_there_fails() -> None:
    outcome = _judged(report([row("k", {"sm_100": "native"})]), _require("kernel", "gone"))
    assert [(one.rule, one.location) for one in outcome.problems if one.fails] == [("requirement", AT)]


@pytest.mark.parametrize(
    ("rule", "has"),
    [
        ("silent-no-op", SILENT),
        ("gate-mismatch", cell("not-built", notes=(note("gate-mismatch"),))),
        ("suffix-lost", cell("native", notes=(note("suffix-lost"),))),
    ],
)
def test_fail_on_cells(rule: str, has) -> None:
    full = report([row("k", {"sm_100": has})])
    assert not _judged(full, GatePolicy(fail_on=())).failed
    outcome = _judged(full, GatePolicy(fail_on=(rule,)))
    assert [(one.rule, one.kernel) for one in outcome.problems if one.fails] == [(rule, "csrc/k.cu#k")]


def test_a_break_and_a_configuration_that_stops_fail_by_default() -> None:
    broken = BuildBreak("sm_103", "103>sm_103", "k.cu", "t", "cvt", "no", Location("k.cu", 6), ("sm_103",))
    assert _judged(replace(report([row("k", {"sm_100": "native"})]), build_breaks=(broken,))).failed
    stop = Finding("configure-error", FindingLevel.ERROR, "stops", Location("CMakeLists.txt", 1))
    stopped = replace(report([row("k", {"sm_100": "not-built"})]), findings=(stop,))
    assert stopped.devices[0].status is BuildStatus.OK
    assert _judged(stopped).failed
    assert not _judged(stopped, GatePolicy(fail_on=("regression",))).failed


@pytest.mark.parametrize(("unknown", "fails", "shown"), [("allow", False, 0), ("warn", False, 1), ("fail", True, 1)])
def test_unknown_cells(unknown: str, fails: bool, shown: int) -> None:
    outcome = _judged(report([row("k", {"sm_100": "unknown"})]), GatePolicy(unknown=unknown))
    assert (outcome.failed, len(outcome.problems)) == (fails, shown)


def test_a_suppression_is_shown_and_does_not_fail() -> None:
    full = report([row("k", {"sm_100": SILENT})])
    comment = Comment(Location("csrc/k.cu", 1), ("silent-no-op",), "not launched", (1,))
    policy = GatePolicy(fail_on=("silent-no-op",))
    outcome = _judged(full, policy, comments=(comment,))
    assert not outcome.failed
    assert [one.ignored.reason for one in outcome.problems if one.ignored] == ["not launched"]
    assert _judged(full, policy, comments=(comment,), ignores=False).failed
