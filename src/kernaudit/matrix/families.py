"""Family rows: the sources that one gate admits, their cells added up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kernaudit.matrix.externals import project_name
from kernaudit.model.build import ExternalProject, RequestRule
from kernaudit.model.report import FamilyCell, FamilyGate, FamilyRow
from kernaudit.model.verdict import Layer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.matrix.kernels import MadeRow
    from kernaudit.matrix.lines import FamilyKey, SourceLine
    from kernaudit.model.verdict import Cell, Reason, Status
    from kernaudit.verdicts.answer import BuildAnswer

__all__ = ["count_statuses", "family_ids", "family_rows", "status_reasons"]


def family_ids(lines: Iterable[SourceLine]) -> dict[FamilyKey, str]:
    """Return an id per family: its name, numbered (`~2`) where a generated or fetched one has the same name."""
    ids: dict[FamilyKey, str] = {}
    seen: Counter[str] = Counter()
    for key in sorted({line.family for line in lines}):
        seen[key.name] += 1
        ids[key] = key.name if seen[key.name] == 1 else f"{key.name}~{seen[key.name]}"
    return ids


def family_rows(
    rows: Iterable[MadeRow], columns: Sequence[Column], ids: Mapping[FamilyKey, str]
) -> tuple[FamilyRow, ...]:
    """Return the families in the order of the lines that decide them."""
    members: dict[FamilyKey, list[MadeRow]] = {}
    for made in rows:
        members.setdefault(made.family, []).append(made)
    projects = _projects(columns)
    families = [_row(key, ids[key], found, columns, projects) for key, found in members.items()]
    return tuple(sorted(families, key=_order))


def _row(
    key: FamilyKey,
    identity: str,
    members: Sequence[MadeRow],
    columns: Sequence[Column],
    projects: Mapping[str, ExternalProject],
) -> FamilyRow:
    lines = _lines(members)
    targets = dict.fromkeys(target for line in lines for target in line.build_targets)
    return FamilyRow(
        id=identity,
        name=key.name,
        kind=key.kind,
        cells={column.device.id: _cell(members, column) for column in columns},
        kernels=tuple(made.row.id for made in members),
        build_targets=tuple(targets),
        gate=_gate(lines),
        external=_external(lines[0], projects),
    )


def _lines(members: Iterable[MadeRow]) -> list[SourceLine]:
    """The sources of a family, each once."""
    return list({line.path: line for made in members for line in made.lines}.values())


def _cell(members: Sequence[MadeRow], column: Column) -> FamilyCell:
    device = column.device.id
    cells = [made.row.cells[device] for made in members]
    counts = count_statuses(cells)
    status = next(iter(counts))
    answers = [answer for line in _lines(members) for answer in line.answers[device]]
    codes = dict.fromkeys(code for answer in answers for entry in answer.entries for code in entry.gencodes)
    return FamilyCell(
        status=status,
        counts=counts,
        request_rule=_request_rule(answers, column),
        effective=tuple(map(str, codes)),
        reasons=status_reasons(cells, status),
    )


def _request_rule(answers: Sequence[BuildAnswer], column: Column) -> RequestRule:
    """Where the family's arch list came from: what its sources say, else the build's own word."""
    of_sources = (entry.request_rule for answer in answers for entry in answer.entries)
    roots = {answer.root for answer in answers}
    of_builds = (build.request_rule for build in column.evaluations if build.root in roots)
    return next((rule for rule in (*of_sources, *of_builds) if rule is not None), RequestRule.DEVICE)


def count_statuses(cells: Iterable[Cell]) -> dict[Status, int]:
    """Return how many cells have which status, worst first."""
    counts = Counter(cell.status for cell in cells)
    return {status: counts[status] for status in sorted(counts, key=lambda one: one.rank)}


def status_reasons(cells: Iterable[Cell], status: Status) -> tuple[Reason, ...]:
    """Return why a family has its status: what the build says of the kernels that have it, each thing once."""
    distinct = {id(cell): cell for cell in cells if cell.status is status}.values()
    found = dict.fromkeys(reason for cell in distinct for reason in cell.reasons)
    return tuple(reason for reason in found if reason.layer is Layer.BUILD) or tuple(found)


def _gate(lines: Sequence[SourceLine]) -> FamilyGate | None:
    """The gate that keeps sources out where one does: it explains more than the one that lets them in."""
    closed = [
        one.gate for line in lines for answer in _answers(line) for one in answer.refusals if one.gate is not None
    ]
    gates = closed or [gate for line in lines for gate in line.gates]
    if not gates:
        return None
    first = gates[0]
    return FamilyGate(first.location, first.text, first.before, first.after)


def _answers(line: SourceLine) -> Iterable[BuildAnswer]:
    return (answer for answers in line.answers.values() for answer in answers)


def _external(line: SourceLine, projects: Mapping[str, ExternalProject]) -> ExternalProject | None:
    """The fetched project that a line belongs to; one that no command declares is known by its folder alone."""
    name = project_name(line.path)
    if name is None or name in projects:
        return projects.get(name or "")
    places = [entry.location for answer in _answers(line) for entry in answer.entries]
    return ExternalProject(name, None, None, places[0]) if places else None


def _projects(columns: Iterable[Column]) -> dict[str, ExternalProject]:
    """Fetched projects by their name in lower case, the first declaration of each."""
    found: dict[str, ExternalProject] = {}
    for project in (one for column in columns for build in column.evaluations for one in build.externals):
        found.setdefault(project.name.lower(), project)
    return found


def _order(family: FamilyRow) -> tuple[bool, str, int, str]:
    """By the line that decides; what no build names stands last."""
    decided = family.gate or family.external
    if decided is None:
        return (True, "", 0, family.id)
    return (False, decided.location.file, decided.location.line, family.id)
