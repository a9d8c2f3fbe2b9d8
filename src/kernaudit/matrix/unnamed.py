"""CUDA files of the tree that no evaluated build names: they get rows, and nothing is claimed of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.matrix.lines import FamilyKey, SourceLine
from kernaudit.model.evidence import Finding, FindingLevel
from kernaudit.model.report import FamilyKind, SourceKind
from kernaudit.verdicts.answer import BuildAnswer, OpenQuestion, Stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.matrix.column import Column

__all__ = ["undecided_findings", "unnamed_lines"]

_UNNAMED = "named-by-no-build"
_UNDECIDED = "build-undecided"


def unnamed_lines(
    files: Iterable[str], columns: Sequence[Column], lines: Iterable[SourceLine]
) -> tuple[SourceLine, ...]:
    """Return a line per CUDA file that `lines` do not cover, by path.

    Args:
        files: CUDA sources of the tree.
        columns: the evaluated columns.
        lines: the sources that builds name.
    """
    named = {line.path for line in lines}
    return tuple(_line(path, columns) for path in sorted(set(files) - named))


def undecided_findings(lines: Sequence[SourceLine], columns: Sequence[Column]) -> tuple[Finding, ...]:
    """Return a finding per build that may compile `lines`, and whose evaluation could not tell."""
    number = "1 CUDA file" if len(lines) == 1 else f"{len(lines)} CUDA files"
    builds = dict.fromkeys(
        (build.undecided, build.undecided_at) for column in columns for build in column.evaluations if build.undecided
    )
    found = [
        Finding(_UNDECIDED, FindingLevel.WARNING, f"{text}; {number} of the tree are named by no build", place)
        for text, place in builds
    ]
    return tuple(found) if lines else ()


def _line(path: str, columns: Sequence[Column]) -> SourceLine:
    answers = {column.device.id: (_answer(path, column),) for column in columns}
    directory = f"{path.rpartition('/')[0] or '.'}/"
    return SourceLine(path, SourceKind.FILE, FamilyKey(directory, FamilyKind.FAMILY), (), (), answers)


def _answer(path: str, column: Column) -> BuildAnswer:
    """A configuration that stops leaves no image of anything below its root, named or not."""
    for build in column.evaluations:
        directory = build.root.rpartition("/")[0]
        if build.error is not None and (not directory or path.startswith(f"{directory}/")):
            return BuildAnswer(build.root, stop=Stop(build.error, build.error_at))
    return BuildAnswer("", open_question=_question(column))


def _question(column: Column) -> OpenQuestion:
    for build in column.evaluations:
        if build.undecided is not None:
            text = f"no build names this file; {build.root} may, but was not evaluated to its end: {build.undecided}"
            advice = f"name what is not known ({build.undecided_at or build.root})"
            return OpenQuestion(_UNDECIDED, text, advice, build.undecided_at)
    return OpenQuestion(_UNNAMED, "no build file names this file", "scan the build that compiles this file")
