"""What the CUDA version alone changes."""

from __future__ import annotations

from fakes.builds import build, columns, gate, refused, rules, source, stopped
from kernaudit.matrix.coverage import coverage_findings, covered_sources
from kernaudit.model.evidence import FindingLevel

KIMI = gate("KIMI", 3)


def _findings(here, there):
    ours, theirs = columns(here), columns(there, "12.9")
    devices = [column.device.id for column in ours]
    return coverage_findings(devices, *(covered_sources(one, rules().images) for one in (ours, theirs)))


def test_equal_coverage_is_no_finding() -> None:
    there = {"10.0": build(source("a.cu", "100a>sm_100a", KIMI))}
    assert _findings({"10.0": build(source("a.cu", "100f>sm_100f", KIMI))}, there) == ()


def test_families_that_one_toolkit_alone_builds_are_named() -> None:
    here = build(source("a.cu", "100f>sm_100f", KIMI), source("b.cu", "100f>sm_100f", KIMI), refused("c.cu"))
    there = build(refused("a.cu", KIMI), refused("b.cu", KIMI), source("c.cu", "100>sm_100", gate("OLD", 9)))
    (finding,) = _findings({"10.0": here}, {"10.0": there})
    assert finding.text == (
        "CUDA 13.0 builds KIMI (2 sources), CUDA 12.9 does not; CUDA 12.9 builds OLD, CUDA 13.0 does not"
    )
    assert (finding.id, finding.level) == ("coverage-by-toolkit", FindingLevel.NOTE)
    assert (finding.devices, finding.families) == (("sm_100",), ("KIMI", "OLD"))


def test_a_target_that_the_other_toolkit_does_not_know_is_no_coverage() -> None:
    both = {"10.7": build(source("a.cu", "107>sm_107", KIMI))}
    assert _findings(both, both) == ()


def test_a_configuration_that_stops_under_one_of_them() -> None:
    (finding,) = _findings({"7.0": stopped("no archs", 3)}, {"7.0": build(source("a.cu", "70>sm_70"))})
    assert finding.text == "the configuration stops with CUDA 13.0, with CUDA 12.9 it finishes"
    (other,) = _findings({"10.0": build(source("a.cu", "100>sm_100"))}, {"10.0": stopped("no archs", 3)})
    assert other.text == "the configuration stops with CUDA 12.9, with CUDA 13.0 it finishes"
