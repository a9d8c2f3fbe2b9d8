"""What a report says that was made without a reading of the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.evidence import Finding, FindingLevel
from kernaudit.model.report import SourceKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.matrix.lines import SourceLine

__all__ = ["count_units", "unread_code_finding"]


def count_units(lines: Iterable[SourceLine]) -> int:
    """Return how many sources of the tree a reading of the code would have to look at."""
    return sum(line.kind is not SourceKind.EXTERNAL for line in lines)


def unread_code_finding(units: int) -> Finding:
    """Return the remark that the report is about images only."""
    text = (
        f"the code of {units} units was not read, as --code never asks: a cell says which image loads, not that the "
        "kernel runs"
    )
    return Finding("code-not-read", FindingLevel.WARNING, text)
