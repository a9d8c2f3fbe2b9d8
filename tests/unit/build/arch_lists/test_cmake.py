"""CMAKE_CUDA_ARCHITECTURES, and requests turned into it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.arch_lists import (
    ArchListError,
    format_cmake_architectures,
    parse_cmake_architectures,
    request_to_cmake,
)
from kernaudit.model.arch import ComputeCapability, SmTarget
from kernaudit.ruleset.load import load_rules

RULES = load_rules()


def _read(text: str, release: str = "13.0", device: str | None = None) -> str:
    column = RULES.device(device) if device else None
    return " ".join(map(str, parse_cmake_architectures(text, RULES.toolkit(release), device=column)))


@pytest.mark.parametrize(
    ("text", "gencodes"),
    [
        ("75", "75>compute_75,sm_75"),
        ("80-real", "80>sm_80"),
        ("90a-virtual", "90a>compute_90a"),
        ("100f;103a-real", "100f>compute_100f,sm_100f 103a>sm_103a"),
        ("80-virtual;86-real;120a-real", "80>compute_80 86>sm_86 120a>sm_120a"),
        ("80 90", "80>compute_80,sm_80 90>compute_90,sm_90"),
        ("80;80", "80>compute_80,sm_80 80>compute_80,sm_80"),
        ("OFF", ""),
        ("off", ""),
        ("CUDA-NOTFOUND", ""),
        ("FALSE", ""),
    ],
)
def test_values(text: str, gencodes: str) -> None:
    assert _read(text) == gencodes


@pytest.mark.parametrize(
    ("text", "release", "gencodes"),
    [
        ("all-major", "13.0", "75>sm_75 80>sm_80 90>sm_90 100>sm_100 110>sm_110 120>sm_120 120>compute_120"),
        ("all-major", "12.4", "50>sm_50 60>sm_60 70>sm_70 80>sm_80 90>sm_90 90>compute_90"),
        (
            "all",
            "13.5",
            "75>sm_75 80>sm_80 86>sm_86 87>sm_87 88>sm_88 89>sm_89 90>sm_90 100>sm_100 103>sm_103 107>sm_107 "
            "110>sm_110 120>sm_120 121>sm_121 120>compute_120",
        ),
    ],
)
def test_whole_sets(text: str, release: str, gencodes: str) -> None:
    assert _read(text, release) == gencodes


def test_native_is_the_column() -> None:
    assert _read("native", device="8.9") == "89>sm_89"
    assert _read("native;80-virtual", device="h100") == "90>sm_90 80>compute_80"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        (";", "is empty"),
        ("9.0", "'9.0' is no architecture"),
        ("9", "'9' is no architecture"),
        ("sm_90", "'sm_90' is no architecture"),
        ("80-reel", "unknown specifier 'reel' in '80-reel'"),
        ("80-", "unknown specifier ''"),
        ("80;OFF", "'OFF' is no architecture"),
        ("native", "name the device"),
    ],
)
def test_what_cmake_refuses(text: str, says: str) -> None:
    with pytest.raises(ArchListError, match=says):
        _read(text)


@pytest.mark.parametrize(
    ("request_", "value"),
    [
        ("10.3", "103"),
        ("9.0a;10.0f", "90a;100f"),
        ("8.0 8.6,9.0", "80;86;90"),
        ("10.0+PTX", "100"),
        ("80-real;90a-virtual;native", "80-real;90a-virtual;native"),
        ("9.0-real", "90-real"),
        ("sm_120a", "120a"),
        ("compute_90", "90-virtual"),
        ("all-major", "all-major"),
        ("OFF", "OFF"),
        ("", ""),
    ],
)
def test_requests(request_: str, value: str) -> None:
    assert request_to_cmake(request_) == value


@pytest.mark.parametrize("text", ["Hopper", "9", "9.0b", "80-reel", "10.0+ptx"])
def test_a_request_that_is_none(text: str) -> None:
    with pytest.raises(ArchListError, match=r"^--request: '.*' is no architecture"):
        request_to_cmake(text)


ENTRIES = st.builds(
    lambda number, suffix, kind: f"{number}{suffix}{kind}",
    st.integers(50, 219),
    st.sampled_from(["", "a", "f"]),
    st.sampled_from(["", "-real", "-virtual"]),
)


@given(st.lists(ENTRIES, min_size=1))
def test_round_trip(entries: list[str]) -> None:
    text = ";".join(entries)
    assert format_cmake_architectures(parse_cmake_architectures(text, RULES.toolkit())) == text
    assert request_to_cmake(text) == text


def test_nothing_is_off() -> None:
    assert format_cmake_architectures(()) == "OFF"


@given(st.integers(5, 21), st.integers(0, 9), st.sampled_from(["", "a", "f"]))
def test_a_dotted_request_becomes_the_bare_number(major: int, minor: int, suffix: str) -> None:
    target = SmTarget(ComputeCapability(major, minor), suffix)
    word = request_to_cmake(target.dotted)
    assert word == target.short
    if len(word.rstrip("af")) > 1:
        assert parse_cmake_architectures(word, RULES.toolkit())[0].virtual == target


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (lambda: parse_cmake_architectures(text, RULES.toolkit()), lambda: request_to_cmake(text)):
        try:
            read()
        except ArchListError as error:
            assert "\n" not in str(error).replace(repr(text), "")
