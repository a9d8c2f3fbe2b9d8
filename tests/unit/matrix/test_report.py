"""The report that is made of evaluated builds."""

from __future__ import annotations

from dataclasses import replace

from fakes.builds import build, gate, refused, report, source, stopped
from kernaudit.matrix.build import TreeFacts
from kernaudit.model.build import ArchListFound, ExternalProject, RequestRule
from kernaudit.model.evidence import Assumption, AssumptionKind, Finding, FindingLevel, Location
from kernaudit.model.report import FamilyKind, SourceKind
from kernaudit.model.verdict import Status

MLA = gate("MLA_ARCHS", 30, "10.0f", "10.0f")


def _by_name(rows):
    return {row.name: row for row in rows}


def test_a_family_counts_its_sources() -> None:
    made = report({"8.0": build(source("a.cu", "80>sm_80", MLA), refused("b.cu", MLA), refused("c.cu", MLA))})
    cell = made.families[0].cells["sm_80"]
    assert (cell.status, dict(cell.counts)) == (Status.NOT_BUILT, {Status.NOT_BUILT: 2, Status.NATIVE: 1})
    assert cell.effective == ("80>sm_80",)
    assert any(str(reason.location) == "CMakeLists.txt:30" for reason in cell.reasons)


def test_a_family_of_one_mind_has_one_count() -> None:
    made = report({"8.6": build(source("a.cu", "80>sm_80", MLA), source("b.cu", "80>sm_80", MLA))})
    assert dict(made.families[0].cells["sm_86"].counts) == {Status.COMPATIBLE_SASS: 2}


def test_families_stand_in_the_order_of_their_gates() -> None:
    late, early = gate("A_LATE", 70), gate("Z_EARLY", 8)
    made = report({"8.0": build(source("1.cu", "80>sm_80", late), source("2.cu", "80>sm_80", early))})
    assert [family.name for family in made.families] == ["Z_EARLY", "A_LATE"]


def test_rows_keep_path_order_and_ids_are_path_and_name() -> None:
    made = report({"8.0": build(source("csrc/b.cu", "80>sm_80"), source("csrc/a.cu", "80>sm_80"))})
    assert [kernel.id for kernel in made.kernels] == ["csrc/a.cu#a.cu", "csrc/b.cu#b.cu"]
    assert made.kernels[0].family == made.families[0].id == "_C"


def test_equal_answers_share_one_cell() -> None:
    made = report({"8.0": build(source("a.cu", "80>sm_80", MLA), source("b.cu", "80>sm_80", MLA))})
    first, second = made.kernels
    assert first.cells["sm_80"] is second.cells["sm_80"]


def test_of_two_builds_the_worse_answer_counts() -> None:
    good = build(source("a.cu", "90>sm_90"), root="CMakeLists.txt")
    bad = build(source("a.cu", "80>sm_80"), root="sub/CMakeLists.txt")
    for builds in ((good, bad), (bad, good)):
        assert report({"9.0": builds}).kernels[0].cells["sm_90a"].status is Status.NOT_BUILT


def test_a_generated_family_with_the_name_of_another_is_numbered() -> None:
    made = report({"9.0": build(source("m.cu", "90>sm_90", MLA), source("gen/*.cu", "90>sm_90", MLA, glob=True))})
    assert {(family.id, family.kind) for family in made.families} == {
        ("MLA_ARCHS", FamilyKind.FAMILY),
        ("MLA_ARCHS~2", FamilyKind.GENERATED),
    }


def test_a_fetched_project_without_sources_is_a_row_that_claims_nothing() -> None:
    cutlass = ExternalProject("cutlass", "https://example.org/cutlass.git", "v4", Location("CMakeLists.txt", 50))
    made = report({"9.0": build(source("a.cu", "90>sm_90"), externals=(cutlass,)), "8.0": build()})
    kernel = _by_name(made.kernels)["cutlass"]
    family = _by_name(made.families)["cutlass"]
    assert (kernel.id, kernel.file, kernel.source_kind) == ("<external>/cutlass#cutlass", None, SourceKind.EXTERNAL)
    assert kernel.cells["sm_90a"].status is Status.UNKNOWN
    assert kernel.cells["sm_80"].status is Status.NOT_BUILT
    assert (family.kind, family.external) == (FamilyKind.EXTERNAL, cutlass)


def test_a_fetched_project_with_sources_is_named_at_their_family() -> None:
    project = ExternalProject("FlashMLA", None, "abc", Location("cmake/flashmla.cmake", 3))
    made = report({"9.0": build(source("<external>/flashmla/a.cu", "90a>sm_90a", MLA), externals=(project,))})
    assert [(family.name, family.external) for family in made.families] == [("MLA_ARCHS", project)]


def test_files_that_no_build_names_are_unknown() -> None:
    made = report({"9.0": build(source("a.cu", "90>sm_90"))}, TreeFacts(cuda_files=("a.cu", "lost/x.cu")))
    kernel = _by_name(made.kernels)["x.cu"]
    assert kernel.cells["sm_90a"].status is Status.UNKNOWN
    assert kernel.cells["sm_90a"].reasons[0].text == "no build file names this file"
    assert made.summary.unknown_by_reason == {"named-by-no-build": 1}


def test_a_build_that_was_not_evaluated_to_its_end_may_name_a_file() -> None:
    undecided = replace(build(root="setup.py"), undecided="a bound", undecided_at=Location("setup.py", 7))
    made = report({"9.0": (undecided,)}, TreeFacts(cuda_files=("x.cu",)))
    cell = made.kernels[0].cells["sm_90a"]
    assert cell.status is Status.UNKNOWN
    assert "setup.py may, but was not evaluated to its end: a bound" in cell.reasons[0].text
    assert str(cell.reasons[0].location) == "setup.py:7"
    assert [(one.id, str(one.location)) for one in made.findings] == [("build-undecided", "setup.py:7")]


def test_an_undecided_build_that_no_file_needs_is_no_finding() -> None:
    undecided = replace(build(source("a.cu", "90>sm_90")), undecided="a bound")
    assert report({"9.0": undecided}, TreeFacts(cuda_files=("a.cu",))).findings == ()


def test_a_stopped_build_leaves_no_image_of_any_file_below_it() -> None:
    facts = TreeFacts(cuda_files=("sub/x.cu", "y.cu"))
    made = report({"7.0": stopped("no archs", 9, root="sub/CMakeLists.txt")}, facts)
    cells = {kernel.name: kernel.cells["sm_70"].status for kernel in made.kernels}
    assert cells == {"x.cu": Status.NOT_BUILT, "y.cu": Status.UNKNOWN}


def test_a_target_that_the_toolkit_does_not_know_is_a_break_on_every_row_it_touches() -> None:
    asked = build(source("a.cu", "103>sm_103", MLA), source("b.cu", "80>sm_80 80>compute_80"), request="10.3")
    made = report({"10.3": asked}, cuda="12.8")
    (broken,) = made.build_breaks
    assert (broken.target, broken.source, broken.rule) == ("sm_103", "a.cu", "unknown-target")
    assert (str(broken.location), broken.devices, broken.kernels) == ("CMakeLists.txt:30", ("sm_103",), ("a.cu#a.cu",))
    assert not made.summary.finishes
    other = _by_name(made.kernels)["b.cu"].cells["sm_103"]
    assert other.status is Status.PTX_JIT
    assert "build-break" in {note.kind for note in other.notes}


def test_findings_of_several_columns_become_one_with_its_devices() -> None:
    found = Finding("suffix-lost", FindingLevel.WARNING, "12.0a became plain", Location("CMakeLists.txt", 4))
    worse = Finding("configure-error", FindingLevel.ERROR, "stops")
    builds = {"8.0": build(findings=(found,)), "9.0": build(findings=(found, worse)), "10.0": build()}
    made = report(builds)
    assert [(one.id, one.devices) for one in made.findings] == [
        ("configure-error", ("sm_90a",)),
        ("suffix-lost", ("sm_80", "sm_90a")),
    ]


def test_assumptions_stand_once_the_most_important_first() -> None:
    at = Location("CMakeLists.txt", 9)
    minor = Assumption(AssumptionKind.UNMODELLED_COMMAND, "foo() is not modelled", at)
    switch = Assumption(AssumptionKind.SWITCH_ON, "GGML_CUDA is taken as ON", at)
    made = report({"8.0": build(assumptions=(minor, switch)), "9.0": build(assumptions=(minor,))})
    assert [one.id for one in made.assumptions] == [
        "switch-on@CMakeLists.txt:9",
        "unmodelled-command@CMakeLists.txt:9",
    ]


def test_native_is_one_assumption_for_all_columns() -> None:
    def native(device: str) -> Assumption:
        return Assumption(AssumptionKind.NATIVE, f"the list is `native`: taken as {device}")

    made = report({"8.0": build(assumptions=(native("8.0"),)), "9.0": build(assumptions=(native("9.0"),))})
    assert [one.assumption.text for one in made.assumptions] == [
        "the list is `native`: taken as each column's own device"
    ]
    alone = report({"8.0": build(assumptions=(native("8.0"),))})
    assert [one.assumption.text for one in alone.assumptions] == ["the list is `native`: taken as 8.0"]


def test_columns_say_what_was_asked_and_what_reached_the_sources() -> None:
    made = report(
        {
            "9.0": build(source("a.cu", "90a>sm_90a"), request="9.0", rule=RequestRule.USER),
            "7.0": stopped("no", 3, "7.0"),
        }
    )
    ninety, seventy = made.devices
    assert (ninety.request, ninety.request_rule, ninety.effective) == ("9.0", RequestRule.USER, ("90a>sm_90a",))
    assert (seventy.status.value, seventy.message) == ("configure-error", "no")
    assert not made.summary.finishes


def test_summary_counts_kernels_per_device() -> None:
    made = report({"8.0": build(source("a.cu", "80>sm_80"), refused("b.cu"))})
    assert (made.summary.kernels, made.summary.families) == (2, 2)
    assert made.summary.by_status == {"sm_80": {Status.NOT_BUILT: 1, Status.NATIVE: 1}}


def test_lists_found_are_sorted() -> None:
    late = ArchListFound(Location("z.sh", 2), "TORCH_CUDA_ARCH_LIST", "9.0")
    early = ArchListFound(Location("a.sh", 2), "TORCH_CUDA_ARCH_LIST", "8.0")
    assert report({"8.0": build()}, TreeFacts(lists_found=(late, early))).lists_found == (early, late)
