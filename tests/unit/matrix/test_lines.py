"""Sources of all columns, as lines."""

from __future__ import annotations

from fakes.builds import build, columns, gate, refused, source, stopped
from kernaudit.matrix.lines import collect_lines
from kernaudit.model.report import FamilyKind, SourceKind


def test_a_source_that_any_column_names_is_a_line_in_path_order() -> None:
    lines = collect_lines(
        columns(
            {
                "8.0": build(source("csrc/b.cu", "80>sm_80"), refused("csrc/c.cu")),
                "9.0": build(source("csrc/a.cu", "90>sm_90")),
            }
        )
    )
    assert [line.path for line in lines] == ["csrc/a.cu", "csrc/b.cu", "csrc/c.cu"]
    assert all(set(line.answers) == {"sm_80", "sm_90a"} for line in lines)


def test_files_of_the_host_compiler_are_no_lines() -> None:
    host = source("csrc/bindings.cpp", "")
    builds = build(host.__class__(host.target, host.path, "CXX", (), host.location), refused("csrc/other.cpp"))
    assert collect_lines(columns({"8.0": builds})) == ()


def test_a_source_in_two_targets_has_both_entries() -> None:
    both = build(source("a.cu", "80>sm_80"), source("a.cu", "90>sm_90", target="_D"))
    (line,) = collect_lines(columns({"9.0": both}))
    assert line.build_targets == ("_C", "_D")
    assert [entry.target for entry in line.answers["sm_90a"][0].entries] == ["_C", "_D"]


def test_the_family_is_named_by_gate_target_or_directory() -> None:
    by = gate("MLA_ARCHS", 7)
    lines = collect_lines(
        columns(
            {"9.0": build(source("g.cu", "90>sm_90", by), source("t.cu", "90>sm_90"), refused("csrc/attention/d.cu"))}
        )
    )
    assert {line.path: line.family.name for line in lines} == {
        "g.cu": "MLA_ARCHS",
        "t.cu": "_C",
        "csrc/attention/d.cu": "csrc/attention",
    }


def test_the_family_does_not_depend_on_the_order_of_columns() -> None:
    early, late = gate("EARLY", 3), gate("LATE", 9)
    builds = {"8.0": build(source("a.cu", "80>sm_80", late)), "9.0": build(source("a.cu", "90>sm_90", early))}
    there = collect_lines(columns(builds))
    back = collect_lines(columns(dict(reversed(builds.items()))))
    assert there[0].family == back[0].family


def test_generated_and_fetched_sources_are_kinds_of_their_own() -> None:
    lines = collect_lines(
        columns({"9.0": build(source("gen/*.cu", "90>sm_90", glob=True), source("<external>/fa/x.cu", "90>sm_90"))})
    )
    assert {line.path: (line.kind, line.family.kind) for line in lines} == {
        "<external>/fa/x.cu": (SourceKind.EXTERNAL, FamilyKind.EXTERNAL),
        "gen/*.cu": (SourceKind.GENERATED, FamilyKind.GENERATED),
    }


def test_a_pattern_that_is_never_reached_borrows_the_word_of_its_gate() -> None:
    opened, closed = gate("MACHETE", 5, "9.0a", "9.0a"), gate("MACHETE", 5, "9.0a", "")
    lines = collect_lines(
        columns(
            {
                "9.0": build(source("gen/*.cu", "90a>sm_90a", opened, glob=True), source("m.cu", "90a>sm_90a", opened)),
                "10.0": build(refused("m.cu", closed, "MACHETE_ARCHS", line=6)),
            }
        )
    )
    (refusal,) = lines[0].answers["sm_100"][0].refusals
    assert (refusal.gate, refusal.location.line) == (closed, 6)


def test_a_stop_is_the_answer_for_every_source_of_that_build() -> None:
    lines = collect_lines(columns({"8.0": build(source("a.cu", "80>sm_80")), "7.0": stopped("no archs", 22)}))
    assert lines[0].answers["sm_70"][0].stop.message == "no archs"


def test_two_builds_answer_each_for_itself() -> None:
    one = build(source("a.cu", "80>sm_80"), root="CMakeLists.txt")
    other = build(source("a.cu", "90>sm_90"), source("b.cu", "90>sm_90"), root="sub/CMakeLists.txt")
    lines = collect_lines(columns({"9.0": (one, other)}))
    assert [[answer.root for answer in line.answers["sm_90a"]] for line in lines] == [
        ["CMakeLists.txt", "sub/CMakeLists.txt"],
        ["sub/CMakeLists.txt"],
    ]
