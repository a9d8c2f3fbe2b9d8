"""Answers of earlier runs: given again for equal questions about an unchanged tree, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kernaudit.discover import stamp
from kernaudit.scan.kept_output import KeptOutput, Output
from kernaudit.scan.options import ScanOptions

WRITTEN = Output(((None, "a report\n"), ("out.csv", "é,\n")), ("a note",))


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ScanOptions:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.cu").write_text("__global__ void k(float* x) { x[0] = 1; }\n")
    (root / "kernaudit.yaml").write_text("title: one\n")
    (tmp_path / "rules").mkdir()
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(stamp, "_FINE", -60_000_000_000)  # the files of this test are old
    return ScanOptions(root)


def test_an_equal_question_gets_the_same_answer(options: ScanOptions) -> None:
    assert KeptOutput(options, "json").find() is None
    KeptOutput(options, "json").keep(WRITTEN)
    assert KeptOutput(options, "json").find() == WRITTEN
    assert KeptOutput(replace(options, jobs=7), "json").find() == WRITTEN


@pytest.mark.parametrize(
    "ask",
    [
        lambda one: replace(one, to=("h100",)),
        lambda one: replace(one, kernels=("k",)),
        lambda one: replace(one, defines={"A": "1"}),
        lambda one: replace(one, as_of="2026-11-30"),
        lambda one: replace(one, config=one.path / "kernaudit.yaml"),
        lambda one: replace(one, cache=False),
        lambda one: replace(one, path=one.path.parent),
    ],
    ids=["columns", "kernels", "macros", "date", "configuration", "no cache", "tree"],
)
def test_another_question_does_not(options: ScanOptions, ask: Callable[[ScanOptions], ScanOptions]) -> None:
    KeptOutput(options, "json").keep(WRITTEN)
    assert KeptOutput(ask(options), "json").find() is None
    assert KeptOutput(options, "csv").find() is None


def test_neither_does_a_changed_tree(options: ScanOptions) -> None:
    during = KeptOutput(options, "json")
    (options.path / "a.cu").write_text("__global__ void k(float* x) { x[0] = 2; }\n")
    during.keep(WRITTEN)
    assert KeptOutput(options, "json").find() is None


def test_rules_and_a_configuration_elsewhere_count_by_their_contents(options: ScanOptions, tmp_path: Path) -> None:
    chosen, rules = tmp_path / "mine.yaml", tmp_path / "rules"
    chosen.write_text("title: one\n")
    asked = replace(options, config=chosen, rules=(rules,))
    KeptOutput(asked, "json").keep(WRITTEN)
    assert KeptOutput(asked, "json").find() == WRITTEN
    chosen.write_text("title: two\n")
    assert KeptOutput(asked, "json").find() is None
    chosen.write_text("title: one\n")
    (rules / "more.yaml").write_text("{}\n")
    assert KeptOutput(asked, "json").find() is None


def test_what_cannot_be_read_is_left_to_the_scan_to_tell(options: ScanOptions) -> None:
    nowhere = KeptOutput(replace(options, path=options.path / "none"), "json")
    nowhere.keep(WRITTEN)
    assert nowhere.find() is None


def test_a_tree_that_changed_a_moment_ago_is_not_trusted(options: ScanOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamp, "_FINE", 60_000_000_000)
    KeptOutput(options, "json").keep(WRITTEN)
    assert KeptOutput(options, "json").find() is None
