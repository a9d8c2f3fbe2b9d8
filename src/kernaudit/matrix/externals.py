"""Projects that the build fetches: a line for each one of which the build names no source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.matrix.lines import FamilyKey, SourceLine
from kernaudit.model.report import FamilyKind, SourceKind
from kernaudit.verdicts.answer import BuildAnswer, OpenQuestion, Refusal, Stop
from kernaudit.verdicts.build import EXTERNAL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.model.build import BuildEvaluation, ExternalProject

__all__ = ["EXTERNAL_ROOT", "external_lines", "project_name"]

EXTERNAL_ROOT = "<external>/"
"""Where the files of fetched projects stand in paths."""


def project_name(path: str) -> str | None:
    """Return the fetched project (in lower case) that a path belongs to, None for a file of the tree."""
    if not path.startswith(EXTERNAL_ROOT):
        return None
    return path.removeprefix(EXTERNAL_ROOT).partition("/")[0].lower()


def external_lines(columns: Sequence[Column], lines: Iterable[SourceLine]) -> tuple[SourceLine, ...]:
    """Return a line per fetched project without sources in `lines`, by name: what it holds is not known."""
    covered = {project_name(line.path) for line in lines}
    projects: dict[tuple[str, str], ExternalProject] = {}
    for column in columns:
        for build in column.evaluations:
            for project in build.externals:
                projects.setdefault((project.name, build.root), project)
    wanted = sorted((key, project) for key, project in projects.items() if key[0].lower() not in covered)
    return tuple(_line(project, root, columns) for (_, root), project in wanted)


def _line(project: ExternalProject, root: str, columns: Sequence[Column]) -> SourceLine:
    answers = {
        column.device.id: tuple(_answer(project, build) for build in column.evaluations if build.root == root)
        for column in columns
    }
    path = EXTERNAL_ROOT + project.name
    return SourceLine(path, SourceKind.EXTERNAL, FamilyKey(project.name, FamilyKind.EXTERNAL), (), (), answers)


def _answer(project: ExternalProject, build: BuildEvaluation) -> BuildAnswer:
    if build.error is not None:
        return BuildAnswer(build.root, stop=Stop(build.error, build.error_at), external=True)
    if any(one.name == project.name for one in build.externals):
        text = f"{project.name} is fetched when the build is configured; what it holds is not in this tree"
        question = OpenQuestion(EXTERNAL, text, f"scan a checkout of {project.name}", project.location)
        return BuildAnswer(build.root, open_question=question, external=True)
    text = f"the build does not fetch {project.name} for this request"
    return BuildAnswer(build.root, refusals=(Refusal(text, project.location),), external=True)
