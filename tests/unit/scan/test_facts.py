"""The `facts` document and its verb."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kernaudit.cli.app import run
from kernaudit.errors import NothingFoundError, UsageError
from kernaudit.scan.facts import FactsOptions, facts_document, facts_text

if TYPE_CHECKING:
    from pathlib import Path

GUARDED = """\
#include "copy.cuh"
namespace ops {
template <int N>
__global__ void __launch_bounds__(128) pack(float* o) {
#ifdef FAST
  fetch();
  o[N] = 1;
#endif
}
template __global__ void pack<1>(float*);
}
"""
COPY = '#pragma once\n__device__ inline void fetch() {\n  asm volatile("cp.async.wait_all;");\n}\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    (root / "csrc").mkdir(parents=True)
    (root / "tests").mkdir()
    (root / "csrc" / "pack.cu").write_text(GUARDED)
    (root / "csrc" / "copy.cuh").write_text(COPY)
    (root / "csrc" / "plain.cu").write_text("__global__ void plain(float* o) { *o = 1; }\n")
    (root / "tests" / "t.cu").write_text("__global__ void in_tests(float* o) { *o = 1; }\n")
    return root


def test_document_follows_the_contract(tree: Path) -> None:
    document = facts_document(tree, "sm_80", FactsOptions(defines={"FAST": "1"}))
    assert document == {
        "target": "sm_80",
        "units": [
            {
                "unit": "csrc/pack.cu",
                "refused": [],
                "kernels": [
                    {
                        "name": "pack",
                        "file": "csrc/pack.cu",
                        "line": 4,
                        "body": "code",
                        "rules": ["cp-async"],
                        "refused": [],
                    }
                ],
            },
            {
                "unit": "csrc/plain.cu",
                "refused": [],
                "kernels": [
                    {
                        "name": "plain",
                        "file": "csrc/plain.cu",
                        "line": 1,
                        "body": "code",
                        "rules": [],
                        "refused": [],
                    }
                ],
            },
        ],
    }


def test_defines_targets_and_globs_matter(tree: Path) -> None:
    [unit] = facts_document(tree, "75", FactsOptions(units=("*/pack.cu",), defines={"FAST": "1"}))["units"]
    assert unit["kernels"][0]["refused"] == [{"rule": "cp-async", "file": "csrc/copy.cuh", "line": 3}]
    [unit] = facts_document(tree, "7.5", FactsOptions(units=("*/pack.cu",)))["units"]
    assert (unit["kernels"][0]["body"], unit["kernels"][0]["refused"]) == ("empty", [])


def test_tests_are_left_out_unless_they_are_asked_for(tree: Path) -> None:
    units = facts_document(tree, "sm_80", FactsOptions(include=("tests/",)))["units"]
    assert [unit["unit"] for unit in units] == ["csrc/pack.cu", "csrc/plain.cu", "tests/t.cu"]


def test_what_is_no_target_or_matches_nothing_is_an_error(tree: Path) -> None:
    with pytest.raises(UsageError, match="--target hopper"):
        facts_document(tree, "hopper")
    with pytest.raises(NothingFoundError, match="no unit matches"):
        facts_document(tree, "sm_80", FactsOptions(units=("nowhere/*",)))


def test_text_shows_bodies_and_refusals(tree: Path) -> None:
    text = facts_text(facts_document(tree, "sm_75", FactsOptions(defines={"FAST": "1"})))
    assert "  code       pack  csrc/pack.cu:4" in text
    assert "    refused: cp-async  csrc/copy.cuh:3" in text


def test_the_verb_prints_json_and_takes_bare_defines(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["facts", str(tree), "--target", "sm_80", "-D", "FAST", "--unit", "*pack.cu", "--format", "json"])
    assert stop.value.code == 0
    document = json.loads(capsys.readouterr().out)
    assert [unit["kernels"][0]["body"] for unit in document["units"]] == ["code"]


def test_the_verb_says_in_one_line_what_is_wrong(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["facts", str(tree), "--target", "x"])
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
