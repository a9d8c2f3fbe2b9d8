from __future__ import annotations

import pytest

from kernaudit.matrix.lines import FamilyKey, SourceLine
from kernaudit.model.evidence import FindingLevel
from kernaudit.model.report import FamilyKind, SourceKind
from kernaudit.scan.code_reading import MOST_UNITS, CodeReading, count_units, is_code_read, unread_code_finding


def line(path: str, kind: SourceKind) -> SourceLine:
    return SourceLine(path, kind, FamilyKey("f", FamilyKind.FAMILY), (), (), {})


def test_sources_that_are_not_in_the_tree_do_not_count() -> None:
    lines = [line("a.cu", SourceKind.FILE), line("gen/*.cu", SourceKind.GENERATED), line("x", SourceKind.EXTERNAL)]
    assert count_units(lines) == 2


@pytest.mark.parametrize(
    ("wanted", "units", "read"),
    [
        (CodeReading.AUTO, 0, True),
        (CodeReading.AUTO, MOST_UNITS, True),
        (CodeReading.AUTO, MOST_UNITS + 1, False),
        (CodeReading.ALWAYS, 10 * MOST_UNITS, True),
        (CodeReading.NEVER, 1, False),
    ],
)
def test_small_trees_are_read_unless_told_otherwise(wanted: CodeReading, units: int, read: bool) -> None:
    assert is_code_read(wanted, units) is read


def test_a_report_on_images_alone_says_so() -> None:
    finding = unread_code_finding(102)
    assert finding.level is FindingLevel.WARNING
    assert "the code of 102 units was not read" in finding.text
