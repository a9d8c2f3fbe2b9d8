"""TORCH_CUDA_ARCH_LIST, as torch's CMake package and its setuptools helper read it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.arch_lists import ArchListError, TorchReader, format_torch_list, parse_torch_list
from kernaudit.model.arch import Code, ComputeCapability, Gencode, SmTarget
from kernaudit.ruleset.load import load_rules

RULES = load_rules()
TOOLKIT = RULES.toolkit("13.0")


def _read(text: str, reader: TorchReader = "cmake", device: str | None = None) -> str:
    column = RULES.device(device) if device else None
    return " ".join(map(str, parse_torch_list(text, TOOLKIT, RULES, device=column, reader=reader)))


@pytest.mark.parametrize(
    ("text", "gencodes"),
    [
        ("9.0", "90>sm_90"),
        ("9.0a", "90a>sm_90a"),
        ("10.0f", "100f>sm_100f"),
        ("8.0;9.0a;10.0+PTX", "80>sm_80 90a>sm_90a 100>sm_100 100>compute_100"),
        ("8.0 9.0a\t10.0+PTX", "80>sm_80 90a>sm_90a 100>sm_100 100>compute_100"),
        ("8.0+PTX;9.0", "80>sm_80 90>sm_90 80>compute_80"),  # PTX comes after all SASS
        ("9.0;8.0;9.0", "90>sm_90 80>sm_80"),
        ("8.6(8.0)", "80>sm_86"),
        ("8.6(8.0)+PTX", "80>sm_86 86>compute_86 80>compute_80"),
        ("Ampere", "80>sm_80 86>sm_86"),
        ("Ampere+PTX", "80>sm_80 86>sm_86 80>compute_80 86>compute_86"),
        ("Hopper;Blackwell", "90>sm_90 100>sm_100 120>sm_120"),
        ("Ada+PTX 9.0", "89>sm_89 90>sm_90 89>compute_89"),
        ("Ampere+Tegra", "87>sm_87"),
        ("", ""),
        (" ; ;", ""),
    ],
)
def test_cmake_reader(text: str, gencodes: str) -> None:
    assert _read(text) == gencodes


@pytest.mark.parametrize(
    ("text", "gencodes"),
    [
        ("8.0;9.0a 10.0+PTX", "100>compute_100 100>sm_100 80>sm_80 90a>sm_90a"),  # sorted as text
        ("Ampere", "80>sm_80 86>compute_86 86>sm_86"),
        ("Hopper", "90>compute_90 90>sm_90"),
        ("Blackwell+Tegra", "110>sm_110"),
        ("Blackwell", "100>sm_100 103>sm_103 120>sm_120 121>compute_121 121>sm_121"),
    ],
)
def test_setuptools_reader(text: str, gencodes: str) -> None:
    assert _read(text, "setuptools") == gencodes


@pytest.mark.parametrize(("device", "gencodes"), [("9.0", "90>sm_90"), ("h100", "90>sm_90"), ("12.1", "121>sm_121")])
def test_native_is_the_column(device: str, gencodes: str) -> None:
    assert _read("native", device=device) == gencodes
    assert _read("native", "setuptools", device) == gencodes


def test_native_takes_the_number_that_the_toolkit_knows() -> None:
    thor = RULES.device("thor")
    assert [str(g) for g in parse_torch_list("native", RULES.toolkit("12.8"), RULES, device=thor)] == ["101>sm_101"]
    assert [str(g) for g in parse_torch_list("native", RULES.toolkit("12.4"), RULES, device=thor)] == ["110>sm_110"]


@pytest.mark.parametrize(
    ("text", "reader", "says"),
    [
        ("9", "cmake", "'9' is neither a number"),
        ("90", "cmake", "'90' is neither a number"),
        ("sm_90", "cmake", "'sm_90' is neither a number"),
        ("8.0,9.0", "cmake", "'8.0,9.0' is neither a number"),
        ("9.0b", "cmake", "'9.0b' is neither a number"),
        ("9.0+ptx", "cmake", "'9.0\\+ptx' is neither a number"),
        ("hopper", "cmake", "'hopper' is neither a number"),
        ("Ampere+PTX", "setuptools", "8.6\\+PTX\\+PTX' is neither a number"),
        ("8.6(8.0)", "setuptools", "does not take '8.6"),
        ("Common", "cmake", "depends on the torch release"),
        ("native", "cmake", "name the device"),
    ],
)
def test_what_torch_refuses(text: str, reader: TorchReader, says: str) -> None:
    with pytest.raises(ArchListError, match=says):
        _read(text, reader)


TARGETS = st.builds(
    SmTarget,
    st.builds(ComputeCapability, st.integers(5, 30), st.integers(0, 9)),
    st.sampled_from(["", "a", "f"]),
)


@given(st.lists(TARGETS, unique=True), st.data())
def test_round_trip(targets: list[SmTarget], data: st.DataObject) -> None:
    forward = data.draw(st.lists(st.sampled_from(targets), unique=True)) if targets else []
    kept = [target for target in targets if target in forward]
    gencodes = [Gencode(target, (Code(target),)) for target in targets]
    gencodes += [Gencode(target, (Code(target, ptx=True),)) for target in kept]
    assert list(parse_torch_list(format_torch_list(gencodes), TOOLKIT, RULES)) == gencodes


@pytest.mark.parametrize("gencode", ["90>compute_90", "90>compute_90,sm_90"])
def test_what_the_grammar_cannot_say(gencode: str) -> None:
    with pytest.raises(ArchListError, match="cannot ask for 90>compute_90"):
        format_torch_list([Gencode.parse(gencode)])


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for reader in ("cmake", "setuptools"):
        try:
            parse_torch_list(text, TOOLKIT, RULES, reader=reader)
        except ArchListError as error:
            assert str(error).startswith("TORCH_CUDA_ARCH_LIST")


def test_a_list_that_is_no_list() -> None:
    with pytest.raises(ArchListError, match="more than 1000 entries"):
        parse_torch_list("9.0;" * 100_000, TOOLKIT, RULES)
