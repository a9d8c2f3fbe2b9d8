"""nvcc's architecture flags; every expectation was printed by `nvcc --dryrun` of CUDA 13.0 and 13.5."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.arch_lists import ArchListError, format_gencode_flags, parse_gencode_flags
from kernaudit.model.arch import Code, ComputeCapability, Gencode, SmTarget
from kernaudit.ruleset.load import load_rules

SHARED = Path(__file__).parents[4].parent / "shared" / "truth" / "ptx"
RULES = load_rules()


def _read(flags: str | list[str], release: str = "13.0", device: str | None = None) -> str:
    words = flags.split() if isinstance(flags, str) else flags
    column = RULES.device(device) if device else None
    return " ".join(map(str, parse_gencode_flags(words, RULES.toolkit(release), device=column)))


@pytest.mark.parametrize(
    ("flags", "gencodes"),
    [
        ("-O3 --use_fast_math", ""),
        ("-gencode arch=compute_90a,code=sm_90a", "90a>sm_90a"),
        ("-gencode=arch=compute_90a,code=sm_90a", "90a>sm_90a"),
        ("--generate-code arch=compute_80,code=sm_80", "80>sm_80"),
        ("--generate-code=arch=compute_80,code=[compute_80,sm_80]", "80>compute_80,sm_80"),
        ("-gencode=code=sm_80,arch=compute_80", "80>sm_80"),
        ('-gencode arch=compute_80,code="sm_80,sm_86"', "80>sm_80,sm_86"),
        ("-gencode arch=compute_80,code=sm_80 -gencode arch=compute_80,code=compute_80", "80>sm_80 80>compute_80"),
        ("-gencode arch=compute_80,code=sm_80 -gencode arch=compute_80,code=sm_80", "80>sm_80 80>sm_80"),
        ("-gencode arch=compute_100f,code=sm_103", "100f>sm_103"),
        ("-arch=sm_90", "90>sm_90 90>compute_90"),
        ("-Xcompiler -ptx -arch=sm_90", "90>sm_90 90>compute_90"),
        ("-arch sm_90", "90>sm_90 90>compute_90"),
        ("--gpu-architecture=sm_90", "90>sm_90 90>compute_90"),
        ("--gpu-architecture sm_90", "90>sm_90 90>compute_90"),
        ("-arch=sm_90a", "90>compute_90 90a>sm_90a 90a>compute_90a"),
        ("-arch=sm_100f", "100>compute_100 100f>sm_100f 100f>compute_100f"),
        ("-arch=compute_90", "90>compute_90"),
        ("-arch=compute_90a", "90>compute_90 90a>compute_90a"),
        ("-arch=compute_80 -code=sm_80,sm_86,compute_80", "80>sm_80,sm_86,compute_80"),
        ("--gpu-architecture=compute_90 --gpu-code=sm_90a", "90>sm_90a"),
        ("-arch=sm_80 -arch=sm_90", "90>sm_90 90>compute_90"),  # the last one wins
        ("-arch=sm_80 -gencode arch=compute_90,code=sm_90", "80>sm_80 80>compute_80 90>sm_90"),
        ("-Xcompiler -arch=x -arch=sm_80", "80>sm_80 80>compute_80"),
        ("-Xptxas=-v -arch=sm_80", "80>sm_80 80>compute_80"),
    ],
)
def test_flags(flags: str, gencodes: str) -> None:
    assert _read(flags) == gencodes


def test_two_words_in_one_argument() -> None:
    assert _read(["-gencode arch=compute_80,code=sm_80", "-O3"]) == "80>sm_80"


def test_sets_and_native() -> None:
    assert _read("-arch=all-major") == "75>sm_75 80>sm_80 90>sm_90 100>sm_100 110>sm_110 120>sm_120 120>compute_120"
    assert _read("-arch=native", device="8.6") == "86>sm_86"


def test_shorthands_agree_with_the_measured_ones() -> None:
    table = SHARED / "nvcc_gencode.tsv"
    if not table.exists():
        pytest.skip("no ../shared")
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines() if "\t-arch=" in line]
    assert len(rows) == 16
    for tool, flag, embedded in rows:
        gencodes = parse_gencode_flags([flag], RULES.toolkit(tool.removeprefix("cuda")))
        images = [image for gencode in gencodes for image in gencode.images]
        found = {f"kind={'ptx' if image.is_ptx else 'elf'},sm={image.code.target.short}" for image in images}
        assert found == set(embedded.split()), (tool, flag)


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        ("-gencode arch=compute_80", "needs arch=compute_X and code"),
        ("-gencode code=sm_80", "needs arch=compute_X and code"),
        ("-gencode", "needs arch=compute_X"),
        ("-gencode arch=sm_80,code=sm_80", "'sm_80' must be a virtual architecture"),
        ("-gencode arch=compute_80,code=80", "'80' is neither sm_X nor compute_X"),
        ("-gencode arch=compute_80,code=native", "'native' is neither sm_X nor compute_X"),
        ("-gencode arch=compute_8x,code=sm_80", "'compute_8x' is no architecture"),
        ("-gencode arch=compute_100,code=lto_100", "link-time code"),
        ("-gencode march=compute_80,code=sm_80", "'march' is neither arch nor code"),
        ("-arch=sm_80 -code=sm_80", "must be a virtual architecture"),
        ("-code=sm_80", "needs -arch"),
        ("-arch=90", "'90' is neither sm_X nor compute_X"),
        ("-arch=lto_90", "link-time code"),
        ("-arch=native", "name the device"),
        ("-arch", "'' is neither sm_X nor compute_X"),
        ("-gencode arch=compute_80,code=sm_80 --options-file flags.txt", "a file, which was not read"),
        ("-optf=flags.txt", "a file, which was not read"),
        ("-ptx -arch=sm_80", "writes PTX to a file"),
        ("--cuda-gpu-arch=sm_80", "an arch flag of clang"),
    ],
)
def test_what_nvcc_refuses(flags: str, says: str) -> None:
    with pytest.raises(ArchListError, match=says):
        _read(flags)


TARGETS = st.builds(
    SmTarget,
    st.builds(ComputeCapability, st.integers(5, 30), st.integers(0, 9)),
    st.sampled_from(["", "a", "f"]),
)
GENCODES = st.builds(Gencode, TARGETS, st.lists(st.builds(Code, TARGETS, st.booleans()), min_size=1).map(tuple))


@given(st.lists(GENCODES))
def test_round_trip(gencodes: list[Gencode]) -> None:
    assert list(parse_gencode_flags(format_gencode_flags(gencodes), RULES.toolkit())) == gencodes
    assert [Gencode.parse(str(gencode)) for gencode in gencodes] == gencodes


WORDS = st.sampled_from(
    ["-gencode", "-arch", "-code", "=", "arch=", "code=", "compute_80", "sm_90a", ",", "[", " ", "-X"]
)


@given(st.lists(st.one_of(st.text(max_size=10), st.lists(WORDS).map("".join)), max_size=6))
def test_any_flags_are_read_or_refused(flags: list[str]) -> None:
    with suppress(ArchListError):
        parse_gencode_flags(flags, RULES.toolkit())
