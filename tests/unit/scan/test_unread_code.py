from __future__ import annotations

from kernaudit.matrix.lines import FamilyKey, SourceLine
from kernaudit.model.evidence import FindingLevel
from kernaudit.model.report import FamilyKind, SourceKind
from kernaudit.scan.unread_code import count_units, unread_code_finding


def line(path: str, kind: SourceKind) -> SourceLine:
    return SourceLine(path, kind, FamilyKey("f", FamilyKind.FAMILY), (), (), {})


def test_sources_that_are_not_in_the_tree_do_not_count() -> None:
    lines = [line("a.cu", SourceKind.FILE), line("gen/*.cu", SourceKind.GENERATED), line("x", SourceKind.EXTERNAL)]
    assert count_units(lines) == 2


def test_a_report_on_images_alone_says_so() -> None:
    finding = unread_code_finding(102)
    assert finding.level is FindingLevel.WARNING
    assert "the code of 102 units was not read" in finding.text
