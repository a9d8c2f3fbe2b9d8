"""Sources that a build names and the audit leaves out."""

from __future__ import annotations

import pytest

from fakes.builds import build, refused, report, source
from kernaudit.matrix.build import TreeFacts
from kernaudit.model.evidence import FindingLevel, Skipped, SkipReason


def _tests(path: str) -> Skipped | None:
    return Skipped("tests", SkipReason.EXCLUDED, "tests") if path.startswith("tests/") else None


def test_a_compiled_source_in_a_left_out_directory_is_said_in_a_finding() -> None:
    builds = {"8.0": build(source("a.cu", "80>sm_80"), source("tests/t.cu", "80>sm_80"), refused("tests/u.cu"))}
    made = report(builds, TreeFacts(left_out=_tests))
    assert [kernel.name for kernel in made.kernels] == ["a.cu"]
    (finding,) = made.findings
    assert (finding.id, finding.level) == ("built-but-left-out", FindingLevel.NOTE)
    assert finding.text.startswith("1 source that the build compiles")


@pytest.mark.parametrize(
    "condition",
    ['if(VLLM_GPU_LANG STREQUAL "HIP")', "if(USE_ROCM)", 'if(ARCHES MATCHES "gfx942|gfx1100")', "if(FUSED_HIP_ARCHS)"],
)
def test_a_twin_for_another_makers_gpus_is_left_out_and_listed(condition: str) -> None:
    builds = {"8.0": build(source("a.cu", "80>sm_80"), refused("csrc/x.cu", condition=condition))}
    made = report(builds, TreeFacts(cuda_files=("a.cu", "csrc/x.cu")))
    assert [kernel.name for kernel in made.kernels] == ["a.cu"]
    assert made.skipped == (Skipped("csrc/x.cu", SkipReason.EXCLUDED, f"code for other GPUs: {condition}"),)


@pytest.mark.parametrize("condition", ["if(NOT USE_ROCM)", "if(ENABLE_CHIPS)", "if(MLA_ARCHS)", None])
def test_other_conditions_keep_the_row(condition: str | None) -> None:
    made = report({"8.0": build(refused("csrc/x.cu", condition=condition))})
    assert [kernel.name for kernel in made.kernels] == ["x.cu"]


def test_a_source_that_some_column_builds_stays() -> None:
    twin = refused("x.cu", condition="if(USE_ROCM)")
    made = report({"8.0": build(twin), "9.0": build(source("x.cu", "90>sm_90"))})
    assert [kernel.name for kernel in made.kernels] == ["x.cu"]
