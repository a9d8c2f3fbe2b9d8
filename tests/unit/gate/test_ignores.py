"""Suppressions: which problems they cover, which do not count, which are unused."""

from __future__ import annotations

import pytest

from kernaudit.config.model import ConfiguredIgnore
from kernaudit.errors import UsageError
from kernaudit.gate.comments import find_comments
from kernaudit.gate.ignores import apply_ignores, of_comments, of_config
from kernaudit.model.evidence import FindingLevel, Location
from kernaudit.model.gate import Problem

AT = Location("csrc/k.cu", 2)
PROBLEM = Problem("silent-no-op", FindingLevel.ERROR, "k is empty", AT, "csrc/k.cu#ns::k", "sm_100", (AT,))
CONFIG = Location("kernaudit.yaml", 9)


def _with_comment(text: str):
    return apply_ignores([PROBLEM], of_comments(find_comments("csrc/k.cu", text)))


@pytest.mark.parametrize(
    "text",
    [
        "x\n__global__ void k(); // kernaudit: ignore[silent-no-op] never launched there",
        "// kernaudit: ignore[silent-no-op] never launched there\n__global__ void k();",
        "# kernaudit: ignore[regression, silent-no-op] why\n__global__ void k();",
        "x\n__global__ void k(); /* kernaudit: ignore[silent-no-op] why */",
    ],
)
def test_a_comment_at_the_line_or_above_it(text: str) -> None:
    problems, unused = _with_comment(text)
    assert problems[0].ignored is not None
    assert (problems[0].fails, unused) == (False, [])


def test_the_reason_is_kept() -> None:
    problems, _ = _with_comment("// kernaudit: ignore[silent-no-op]: see ticket 7\nk")
    assert problems[0].ignored is not None
    assert problems[0].ignored.reason == "see ticket 7"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("// kernaudit: ignore[silent-no-op]\nk", "no reason"),
        ("// kernaudit: ignore because\nk", "names no rule"),
        ("// kernaudit: ignore[build-break] why\nk", "nothing here needs it"),
        ("// kernaudit: ignore[silent-noop] why\nk", "nothing here needs it; the rules are build-break, "),
        ("x\ny\n// kernaudit: ignore[silent-no-op] too far\nk", "nothing here needs it"),
    ],
)
def test_what_does_not_count_is_told(text: str, said: str) -> None:
    problems, unused = _with_comment(text)
    assert problems[0].fails
    assert said in unused[0].text


def _entry(**more):
    return apply_ignores(
        [PROBLEM], of_config([ConfiguredIgnore("why", CONFIG, **more)], lambda text: text, "2026-11-30")
    )


@pytest.mark.parametrize(
    "matching",
    [
        {"kernel": "k"},
        {"kernel": "csrc/*#ns::k"},
        {"rule": "silent-no-op"},
        {"device": ("sm_100",)},
        {"path": "csrc/*.cu"},
        {"kernel": "k", "rule": "silent-no-op", "device": ("sm_100", "sm_80"), "path": "csrc/k.cu"},
        {"kernel": "k", "expiry": "2026-11-30"},
    ],
)
def test_an_entry_covers_what_all_its_parts_match(matching) -> None:
    problems, unused = _entry(**matching)
    assert not problems[0].fails
    assert unused == []


@pytest.mark.parametrize(
    "other",
    [
        {"kernel": "other"},
        {"kernel": "k", "rule": "build-break"},
        {"kernel": "k", "device": ("sm_80",)},
        {"kernel": "k", "path": "lib/*"},
        {"kernel": "k", "expiry": "2026-11-29"},
    ],
)
def test_an_entry_that_misses_in_one_part_covers_nothing(other) -> None:
    problems, unused = _entry(**other)
    assert problems[0].fails
    assert [one.location for one in unused] == [CONFIG]


def test_an_expiry_needs_to_know_the_day() -> None:
    with pytest.raises(UsageError, match=r"kernaudit\.yaml:9: .*--as-of"):
        of_config([ConfiguredIgnore("why", CONFIG, kernel="k", expiry="2027-01-01")], lambda text: text, None)
