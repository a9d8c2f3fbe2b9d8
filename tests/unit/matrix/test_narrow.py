"""A report of fewer rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fakes.builds import build, gate, refused, report, source
from kernaudit.matrix.narrow import narrow_report
from kernaudit.model.report import Report
from kernaudit.model.verdict import Status


@pytest.fixture
def full() -> Report:
    mla, core = gate("MLA", 3), gate("CORE", 5)
    return report(
        {
            "8.0": build(source("a.cu", "80>sm_80", core), source("b.cu", "80>sm_80", core), refused("sub/m.cu", mla)),
            "9.0": build(source("a.cu", "90>sm_90", core), refused("b.cu", core), source("sub/m.cu", "90>sm_90", mla)),
        }
    )


def test_without_a_filter_the_report_is_the_same(full: Report) -> None:
    assert narrow_report(full, (), only_failing=False) is full


def test_only_failing_keeps_what_does_not_run_somewhere(full: Report) -> None:
    narrowed = narrow_report(full, (), only_failing=True)
    assert [kernel.name for kernel in narrowed.kernels] == ["b.cu", "m.cu"]
    core = next(family for family in narrowed.families if family.name == "CORE")
    assert core.kernels == ("b.cu#b.cu",)
    assert dict(core.cells["sm_80"].counts) == {Status.NATIVE: 1}
    assert core.cells["sm_90a"].status is Status.NOT_BUILT
    assert core.cells["sm_90a"].reasons
    assert (narrowed.summary.kernels, narrowed.summary.families) == (2, 2)
    assert narrowed.summary.by_status["sm_80"] == {Status.NOT_BUILT: 1, Status.NATIVE: 1}


@pytest.mark.parametrize("glob", ["m.cu", "sub/*", "MLA", "sub/m.cu#*"])
def test_a_glob_is_held_against_name_path_family_and_id(glob: str, full: Report) -> None:
    narrowed = narrow_report(full, (glob,), only_failing=False)
    assert [kernel.name for kernel in narrowed.kernels] == ["m.cu"]
    assert [family.name for family in narrowed.families] == ["MLA"]


@pytest.mark.parametrize(("glob", "kept"), [("k", ["k<1>", "k<2>"]), ("a.cu#k", ["k<1>", "k<2>"]), ("k<2>", ["k<2>"])])
def test_the_name_of_a_template_stands_for_its_instantiations(glob: str, kept: list[str], full: Report) -> None:
    first = full.kernels[0]
    made = [
        replace(first, id=f"a.cu#{name}", name=name, instantiation=name[1:] if "<" in name else None)
        for name in ("k<1>", "k<2>", "other")
    ]
    found = narrow_report(replace(full, kernels=tuple(made)), (glob,), only_failing=False)
    assert [kernel.name for kernel in found.kernels] == kept


def test_a_glob_that_matches_nothing_leaves_no_row(full: Report) -> None:
    narrowed = narrow_report(full, ("nothing",), only_failing=False)
    assert (narrowed.kernels, narrowed.families, narrowed.devices) == ((), (), full.devices)
