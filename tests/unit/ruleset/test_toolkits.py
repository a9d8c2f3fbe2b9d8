"""CUDA toolkits: spelling, versions, known targets, static shared memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.errors import UsageError
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.load import load_rules

SHARED = Path(__file__).parents[3].parent / "shared" / "truth" / "ptx"
RULES = load_rules()

OLD = "sm_50 sm_52 sm_53 sm_60 sm_61 sm_62 sm_70 sm_72 sm_75 sm_80 sm_86 sm_87 sm_89 sm_90"
BLACKWELL = "sm_120 sm_120a sm_120f sm_121 sm_121a sm_121f sm_100 sm_100a sm_100f sm_103 sm_103a sm_103f"
NEW = f"sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_90a {BLACKWELL} sm_110 sm_110a sm_110f"
KNOWN = {
    "11.8": f"sm_35 sm_37 {OLD}",
    "12.0": f"{OLD} sm_90a",
    "12.4": f"{OLD} sm_90a",
    "12.6": f"{OLD} sm_90a",
    "12.8": f"{OLD} sm_90a sm_100 sm_100a sm_101 sm_101a sm_120 sm_120a",
    "12.9": f"{OLD} sm_90a {BLACKWELL} sm_101 sm_101a sm_101f",
    "13.0": NEW,
    "13.1": NEW,
    "13.3": NEW,
    "13.4": f"{NEW} sm_107 sm_107a sm_107f",
    "13.5": f"{NEW} sm_107 sm_107a sm_107f",
}


@pytest.mark.parametrize("release", KNOWN)
def test_known_targets(release: str) -> None:
    assert {target.real for target in RULES.toolkit(release).targets} == set(KNOWN[release].split())


def test_known_targets_agree_with_the_measured_lists() -> None:
    table = SHARED / "gpu_lists.tsv"
    if not table.exists():
        pytest.skip("no ../shared")
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    lists = [(row[0].removeprefix("cuda"), row[2].split()) for row in rows if row[1] == "ptxas sm targets"]
    assert len(lists) == 4
    for release, measured in lists:
        known = {target.real for target in RULES.toolkit(release).targets if target.capability.major >= 7}
        assert known == set(measured), release


@pytest.mark.parametrize(
    ("text", "release", "version", "table"),
    [
        ("13.0", "13.0", "13.0.88", "13.0"),
        ("13.0.88", "13.0", "13.0.88", "13.0"),
        ("12.8.61", "12.8", "12.8.61", "12.8"),
        ("12.4", "12.4", "12.4.131", "12.4"),
        ("12.8", "12.8", "12.8.93", "12.8"),
        ("12.9", "12.9", "12.9.86", "12.9"),
        ("13.4", "13.4", "13.4.0", "13.4"),
        ("13.5", "13.5", "13.5.37", "13.5"),
        ("12.6", "12.6", "12.6.85", "12.6"),
        ("12.7", "12.7", "12.7.0", "12.6"),
        ("13.9", "13.9", "13.9.0", "13.5"),
        (" 13.2 ", "13.2", "13.2.78", "13.2"),
        (None, "13.0", "13.0.88", "13.0"),
    ],
)
def test_spellings(text: str | None, release: str, version: str, table: str) -> None:
    found = RULES.toolkit(text)
    assert (found.release, found.version, found.table) == (release, version, table)


@pytest.mark.parametrize(
    "text", ["", "13", "newest", "13.0.88.1", "13.a", "-1.0", "14.0", "10.2", "99.9", "12.10", "13.0\n5"]
)
def test_nonsense_lists_the_choices(text: str) -> None:
    with pytest.raises(UsageError, match=r"known: 11\.8, 12\.0, .* 13\.0, .* 13\.5$"):
        RULES.toolkit(text or "nonsense")


def test_a_borrowed_table_is_said() -> None:
    assert RULES.toolkit("13.0").table_note is None
    assert RULES.toolkit("13.6.1").table_note == "CUDA 13.6 has no table of its own here: that of CUDA 13.5 is used"


@given(st.text(max_size=12))
def test_any_text_is_a_toolkit_or_a_usage_error(text: str) -> None:
    try:
        found = RULES.toolkit(text or "x")
    except UsageError:
        return
    assert found.version.startswith(found.release)


@pytest.mark.parametrize(
    ("release", "default"), [("11.8", "52"), ("12.4", "52"), ("12.9", "52"), ("13.0", "75"), ("13.6", "75")]
)
def test_without_an_architecture(release: str, default: str) -> None:
    expected = [f"{default}>sm_{default}", f"{default}>compute_{default}"]
    assert [str(gencode) for gencode in RULES.toolkit(release).default_gencodes] == expected


@pytest.mark.parametrize(
    ("release", "target", "limit"),
    [
        ("11.8", "90", 49152),
        ("12.3", "86", 49152),
        ("12.4", "80", 167936),
        ("12.6", "75", 65536),
        ("12.7", "86", 102400),
        ("12.8", "90a", 49152),
        ("12.9", "100a", 49152),
        ("13.0", "90", 49152),
        ("13.0", "90a", 232448),
        ("13.0", "100f", 49152),
        ("13.0", "120a", 101376),
        ("13.5", "107a", 232448),
        ("13.5", "110a", 232448),
    ],
)
def test_static_shared_memory(release: str, target: str, limit: int) -> None:
    assert RULES.toolkits.max_static_shared(SmTarget.parse(target), RULES.toolkit(release)) == limit


def test_static_shared_memory_agrees_with_the_measured_table() -> None:
    table = SHARED / "smem_static.tsv"
    if not table.exists():
        pytest.skip("no ../shared")
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(rows) == 88
    for tool, target, limit in rows:
        toolkit = RULES.toolkit(tool.removeprefix("cuda"))
        assert RULES.toolkits.max_static_shared(SmTarget.parse(target), toolkit) == int(limit), (tool, target)
