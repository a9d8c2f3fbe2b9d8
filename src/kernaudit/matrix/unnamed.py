"""CUDA files of the tree that no evaluated build names: they get rows, and nothing is claimed of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.matrix.lines import FamilyKey, SourceLine
from kernaudit.model.evidence import Finding, FindingLevel, Location
from kernaudit.model.report import FamilyKind, SourceKind
from kernaudit.verdicts.answer import BuildAnswer, OpenQuestion, Stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.matrix.column import Column

__all__ = ["unnamed_lines", "unread_findings"]

_UNNAMED = "named-by-no-build"
_UNREAD = "build-not-evaluated"


def unnamed_lines(
    files: Iterable[str], columns: Sequence[Column], lines: Iterable[SourceLine], unread_builds: Sequence[str]
) -> tuple[SourceLine, ...]:
    """Return a line per CUDA file that `lines` do not cover, by path.

    Args:
        files: CUDA sources of the tree.
        columns: the evaluated columns.
        lines: the sources that builds name.
        unread_builds: build files that were not evaluated; they may name the file.
    """
    named = {line.path for line in lines}
    question = _question(unread_builds)
    return tuple(_line(path, columns, question) for path in sorted(set(files) - named))


def unread_findings(lines: Sequence[SourceLine], unread_builds: Sequence[str]) -> tuple[Finding, ...]:
    """Return a finding per build file that may compile `lines` and was not evaluated."""
    number = "1 CUDA file" if len(lines) == 1 else f"{len(lines)} CUDA files"
    text = f"setup.py is not evaluated yet; {number} of the tree are named by no build that was"
    found = [Finding(_UNREAD, FindingLevel.WARNING, text, Location(path, 1)) for path in unread_builds]
    return tuple(found) if lines else ()


def _question(unread_builds: Sequence[str]) -> OpenQuestion:
    if unread_builds:
        text = f"no build that was evaluated names this file; {unread_builds[0]} may, but is not evaluated yet"
        return OpenQuestion(_UNREAD, text, f"read the arch list in {unread_builds[0]}", Location(unread_builds[0], 1))
    return OpenQuestion(_UNNAMED, "no build file names this file", "scan the build that compiles this file")


def _line(path: str, columns: Sequence[Column], question: OpenQuestion) -> SourceLine:
    answers = {column.device.id: (_answer(path, column, question),) for column in columns}
    directory = f"{path.rpartition('/')[0] or '.'}/"
    return SourceLine(path, SourceKind.FILE, FamilyKey(directory, FamilyKind.FAMILY), (), (), answers)


def _answer(path: str, column: Column, question: OpenQuestion) -> BuildAnswer:
    """A configuration that stops leaves no image of anything below its root, named or not."""
    for build in column.evaluations:
        directory = build.root.rpartition("/")[0]
        if build.error is not None and (not directory or path.startswith(f"{directory}/")):
            return BuildAnswer(build.root, stop=Stop(build.error, build.error_at))
    return BuildAnswer("", open_question=question)
