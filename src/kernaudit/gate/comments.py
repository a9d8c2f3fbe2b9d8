"""Suppressions in the sources: `// kernaudit: ignore[rule] reason`, and the same after `#`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MARK", "Comment", "find_comments"]

MARK = b"kernaudit: ignore"
"""Files without these bytes hold no suppression."""

_COMMENT = re.compile(r"(?://|#|/\*)[ \t]*kernaudit: ignore(?:\[([^\]\n]*)\])?[ \t]*:?[ \t]*(.*)")
_MOST_STACKED = 20


@dataclass(frozen=True, slots=True)
class Comment:
    """One suppression as written.

    Attributes:
        location: where it stands.
        rules: the ids it names; empty where it names none, and then it does not count.
        reason: the text after it.
        lines: the lines of its file that it speaks about.
    """

    location: Location
    rules: tuple[str, ...]
    reason: str
    lines: tuple[int, ...]


def find_comments(path: str, text: str) -> Iterator[Comment]:
    """Yield the suppressions of a file; one on a line of its own speaks about the next line that is no other one."""
    if MARK.decode() not in text:
        return
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        match = _COMMENT.search(line)
        if match:
            rules = tuple(part.strip() for part in (match[1] or "").split(",") if part.strip())
            reason = match[2].removesuffix("*/").strip()
            about = (number, _next(lines, number)) if not line[: match.start()].strip() else (number,)
            yield Comment(Location(path, number), rules, reason, about)


def _next(lines: list[str], number: int) -> int:
    """The first line after a comment that is not a suppression too."""
    for following in range(number, min(number + _MOST_STACKED, len(lines))):
        if not _COMMENT.search(lines[following]):
            return following + 1
    return number
