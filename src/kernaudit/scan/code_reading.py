"""Whether the code behind the images is read: the build alone takes seconds, the code of a large tree minutes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from kernaudit.model.evidence import Finding, FindingLevel
from kernaudit.model.report import SourceKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.matrix.lines import SourceLine

__all__ = ["MOST_UNITS", "CodeReading", "count_units", "is_code_read", "unread_code_finding"]

MOST_UNITS = 32
"""Without a word from the user the code is read up to this many units; measured at about a second of work each."""


class CodeReading(StrEnum):
    """When the code of the units is read."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def count_units(lines: Iterable[SourceLine]) -> int:
    """Return how many sources of the tree a reading of the code would have to look at."""
    return sum(line.kind is not SourceKind.EXTERNAL for line in lines)


def is_code_read(wanted: CodeReading, units: int) -> bool:
    """Whether to read the code; it follows from the tree and the option alone, never from the machine."""
    return wanted is CodeReading.ALWAYS or (wanted is CodeReading.AUTO and units <= MOST_UNITS)


def unread_code_finding(units: int) -> Finding:
    """Return the remark that the report is about images only."""
    text = (
        f"the code of {units} units was not read: a cell says which image loads, not that the kernel runs; "
        "--code always reads it, which takes about a second of work per unit"
    )
    return Finding("code-not-read", FindingLevel.WARNING, text)
