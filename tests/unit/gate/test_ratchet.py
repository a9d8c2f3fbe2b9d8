"""The ratchet: what counts as a loss, an improvement, a stale entry, and what cannot be compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fakes.reports import report, row
from kernaudit.errors import InputError
from kernaudit.gate.baseline import baseline_of
from kernaudit.gate.ratchet import compare
from kernaudit.model.evidence import Finding, FindingLevel

RUNS = ("native", "compatible-sass", "ptx-jit")
FAILS = ("not-built", "guarded-out", "missing-instruction", "smem-exceeded", "runtime-rejected", "unknown")


def _compared(before, after):
    return compare(baseline_of(report(before)), report(after))


@pytest.mark.parametrize("before", RUNS)
@pytest.mark.parametrize("after", FAILS)
def test_running_to_not_running_is_a_regression(before: str, after: str) -> None:
    found = _compared([row("k", {"sm_100": before})], [row("k", {"sm_100": after})])
    assert [(one.rule, one.kernel, one.device, one.level) for one in found.problems] == [
        ("regression", "csrc/k.cu#k", "sm_100", "error")
    ]
    back = _compared([row("k", {"sm_100": after})], [row("k", {"sm_100": before})])
    assert (back.problems, len(back.improvements)) == ((), 1)


@pytest.mark.parametrize("status", [*RUNS, *FAILS])
def test_the_same_again_is_nothing(status: str) -> None:
    found = _compared([row("k", {"sm_100": status})], [row("k", {"sm_100": status})])
    assert (found.problems, found.improvements, found.stale, found.compared) == ((), (), (), 1)


def test_worse_but_running_is_a_warning() -> None:
    found = _compared([row("k", {"sm_100": "native"})], [row("k", {"sm_100": "ptx-jit"})])
    assert [(one.rule, one.level) for one in found.problems] == [("weaker", "warning")]


def test_a_kernel_that_moved_is_still_held_to_its_entry() -> None:
    before = [row("k", {"sm_100": "native"}, "csrc/old.cu"), row("x", {"sm_100": "native"})]
    after = [row("k", {"sm_100": "not-built"}, "csrc/new.cu"), row("x", {"sm_100": "native"})]
    assert [one.kernel for one in _compared(before, after).problems] == ["csrc/new.cu#k"]


def test_a_kernel_that_split_is_held_to_its_worst_instance() -> None:
    before = [row("k", {"sm_100": "native"})]
    after = [row("k<1>", {"sm_100": "native"}), row("k<2>", {"sm_100": "guarded-out"})]
    assert [one.kernel for one in _compared(before, after).problems] == ["csrc/k.cu#k<2>"]


def test_a_kernel_that_is_gone_is_stale() -> None:
    before = [row("k", {"sm_100": "native"}), row("x", {"sm_100": "native"})]
    found = _compared(before, [row("x", {"sm_100": "native"})])
    assert (found.problems, [one.kernel for one in found.stale]) == ((), ["csrc/k.cu#k"])


def test_a_new_kernel_is_no_loss() -> None:
    found = _compared(
        [row("x", {"sm_100": "native"})], [row("x", {"sm_100": "native"}), row("k", {"sm_100": "unknown"})]
    )
    assert found.problems == ()


def test_other_trees_devices_and_readings_are_refused() -> None:
    base = baseline_of(report([row("k", {"sm_100": "native"})]))
    with pytest.raises(InputError, match="none of its 1 entries"):
        compare(base, report([row("other", {"sm_100": "native"})]))
    with pytest.raises(InputError, match="none of the devices"):
        compare(base, report([row("k", {"sm_80": "native"})], today=None, to=("sm_80",)))
    unread = replace(
        report([row("k", {"sm_100": "native"})]), findings=(Finding("code-not-read", FindingLevel.WARNING, "x"),)
    )
    with pytest.raises(InputError, match="--code always"):
        compare(base, unread)


def test_other_rules_and_toolkits_are_said() -> None:
    base = replace(baseline_of(report([row("k", {"sm_100": "native"})])), rules_digest="older", cuda="12.8")
    remarks = compare(base, report([row("k", {"sm_100": "native"})])).remarks
    assert any("rules have changed" in text for text in remarks)
    assert any("CUDA 12.8" in text for text in remarks)


def test_a_file_that_cannot_be_read_any_more_answers_for_its_kernels() -> None:
    before = [row("k", {"sm_100": "native"}), row("x", {"sm_100": "native"}, "csrc/x.cu")]
    after = [row("k.cu", {"sm_100": "unknown"}), row("x", {"sm_100": "native"}, "csrc/x.cu")]
    found = _compared(before, after)
    assert ([one.kernel for one in found.problems], found.stale) == (["csrc/k.cu#k.cu"], ())


def test_an_empty_baseline_holds_nothing_and_says_so() -> None:
    with pytest.raises(InputError, match="has no entries"):
        compare(baseline_of(report([])), report([row("k", {"sm_90a": "native"})]))
