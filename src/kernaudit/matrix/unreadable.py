"""Sources that could not be read, or not parsed: what images they have may be known, what kernels they hold is not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.model.evidence import Skipped, SkipReason
from kernaudit.model.report import SourceKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.kernels.readings import Readings
    from kernaudit.matrix.lines import SourceLine

__all__ = ["leave_undecided", "unparsed_units", "unreadable_paths"]

_ELSEWHERE = ("<build>/", "<external>/")
"""How paths start that are not below the root."""
_REASONS = frozenset({SkipReason.UNREADABLE, SkipReason.TOO_LARGE, SkipReason.BINARY, SkipReason.OUTSIDE_ROOT})


def unreadable_paths(skipped: Iterable[Skipped]) -> dict[str, SkipReason]:
    """Return the files that could not be read, with the reason."""
    return {one.path: one.reason for one in skipped if one.reason in _REASONS}


def leave_undecided(line: SourceLine, unreadable: Mapping[str, SkipReason]) -> SourceLine:
    """Return the line with answers that nobody can decide, if its file could not be read."""
    text = _why(line, unreadable)
    if text is None:
        return line
    answers = {
        device: tuple(replace(answer, unreadable=text) for answer in given) for device, given in line.answers.items()
    }
    return replace(line, answers=answers)


def _why(line: SourceLine, unreadable: Mapping[str, SkipReason]) -> str | None:
    reason = unreadable.get(line.path)
    if reason is not None:
        return f"the file could not be read ({reason}): what it holds is not known"
    if line.kind is SourceKind.FILE and line.path.startswith(_ELSEWHERE):
        return "the file is not in this tree (the build writes it, or it lies outside): what it holds is not known"
    return None


def unparsed_units(lines: Iterable[SourceLine], readings: Readings) -> tuple[Skipped, ...]:
    """Return the units that were read, gave no kernel, and hold text that nobody could parse."""
    found: list[Skipped] = []
    for line in lines:
        variants = readings.variants(line.path)
        lost = [one.lost for one in variants if one.lost is not None]
        if lost and not any(one.kernels for one in variants):
            detail = f"line {min(lost)}: not understood, and no kernel was found in the file"
            found.append(Skipped(line.path, SkipReason.PARSE_ERROR, detail))
    return tuple(found)
