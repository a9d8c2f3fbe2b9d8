"""Sources that a build compiles but that could not be read: their images are known, their kernels are not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.model.evidence import SkipReason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.matrix.lines import SourceLine
    from kernaudit.model.evidence import Skipped

__all__ = ["leave_undecided", "unreadable_paths"]

_REASONS = frozenset({SkipReason.UNREADABLE, SkipReason.TOO_LARGE, SkipReason.BINARY, SkipReason.OUTSIDE_ROOT})


def unreadable_paths(skipped: Iterable[Skipped]) -> dict[str, SkipReason]:
    """Return the files that could not be read, with the reason."""
    return {one.path: one.reason for one in skipped if one.reason in _REASONS}


def leave_undecided(line: SourceLine, unreadable: Mapping[str, SkipReason]) -> SourceLine:
    """Return the line with answers that nobody can decide, if its file could not be read."""
    reason = unreadable.get(line.path)
    if reason is None:
        return line
    text = f"the file could not be read ({reason}): what it holds is not known"
    answers = {
        device: tuple(replace(answer, unreadable=text) for answer in given) for device, given in line.answers.items()
    }
    return replace(line, answers=answers)
