"""Macros of an image, against what nvcc and NVRTC printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.load import load_rules
from kernaudit.ruleset.macros import Tool, image_macros

SHARED = Path(__file__).parents[3].parent / "shared" / "truth" / "ptx"
RULES = load_rules()


def _arch_macros(target: str, release: str, tool: Tool = "nvcc") -> dict[str, str]:
    macros = image_macros(SmTarget.parse(target), RULES.toolkit(release), RULES.macros, tool=tool)
    return {name: value for name, value in macros.items() if name.startswith("__CUDA_ARCH")}


@pytest.mark.parametrize(
    ("target", "release", "macros"),
    [
        ("80", "13.0", {"__CUDA_ARCH__": "800"}),
        ("90", "13.0", {"__CUDA_ARCH__": "900"}),
        ("90a", "12.8", {"__CUDA_ARCH__": "900", "__CUDA_ARCH_FEAT_SM90_ALL": "1"}),
        (
            "90a",
            "12.9",
            {
                "__CUDA_ARCH__": "900",
                "__CUDA_ARCH_FEAT_SM90_ALL": "1",
                "__CUDA_ARCH_SPECIFIC__": "900",
                "__CUDA_ARCH_FAMILY_SPECIFIC__": "900",
            },
        ),
        ("100f", "13.0", {"__CUDA_ARCH__": "1000", "__CUDA_ARCH_FAMILY_SPECIFIC__": "1000"}),
        (
            "103a",
            "13.0",
            {
                "__CUDA_ARCH__": "1030",
                "__CUDA_ARCH_FEAT_SM103_ALL": "1",
                "__CUDA_ARCH_SPECIFIC__": "1030",
                "__CUDA_ARCH_FAMILY_SPECIFIC__": "1030",
            },
        ),
        ("103f", "13.0", {"__CUDA_ARCH__": "1030", "__CUDA_ARCH_FAMILY_SPECIFIC__": "1030"}),
    ],
)
def test_arch_macros(target: str, release: str, macros: dict[str, str]) -> None:
    assert _arch_macros(target, release) == {"__CUDA_ARCH_LIST__": macros["__CUDA_ARCH__"], **macros}


def test_nvrtc_forgets_one_feature_macro() -> None:
    assert "__CUDA_ARCH_FEAT_SM121_ALL" in _arch_macros("121a", "13.0", "nvcc")
    assert "__CUDA_ARCH_FEAT_SM121_ALL" not in _arch_macros("121a", "13.0", "nvrtc")


def test_versions_and_compiler() -> None:
    macros = image_macros(SmTarget.parse("80"), RULES.toolkit("12.8.93"), RULES.macros)
    assert {name: value for name, value in macros.items() if not name.startswith("__CUDA_ARCH")} == {
        "__CUDACC_VER_MAJOR__": "12",
        "__CUDACC_VER_MINOR__": "8",
        "__CUDACC_VER_BUILD__": "93",
        "__CUDACC__": "1",
        "__NVCC__": "1",
        "CUDA_VERSION": "12080",
        "CUDART_VERSION": "12080",
    }


def test_the_list_holds_all_architectures_of_the_compilation() -> None:
    others = [SmTarget.parse(text) for text in ("100f", "80", "90a")]
    macros = image_macros(SmTarget.parse("90a"), RULES.toolkit(), RULES.macros, all_targets=others)
    assert macros["__CUDA_ARCH_LIST__"] == "800,900,1000"


def test_agrees_with_every_measured_row() -> None:
    table = SHARED / "macros.tsv"
    if not table.exists():
        pytest.skip("no ../shared")
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(rows) > 130
    for release, tool, target, printed in rows:
        measured = {name: value or "1" for name, _, value in (word.partition("=") for word in printed.split())}
        measured = {name: value for name, value in measured.items() if name.startswith("__CUDA_ARCH")}
        found = _arch_macros(target, release.removeprefix("cuda"), "nvrtc" if tool == "nvrtc" else "nvcc")
        assert found == measured, (release, tool, target)
