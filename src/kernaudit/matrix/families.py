"""Family rows: the sources that one gate admits, their cells added up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kernaudit.matrix.externals import project_name
from kernaudit.model.build import RequestRule
from kernaudit.model.report import FamilyCell, FamilyGate, FamilyRow
from kernaudit.model.verdict import Layer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.matrix.lines import FamilyKey, SourceLine
    from kernaudit.model.build import ExternalProject, Gate
    from kernaudit.model.report import KernelRow
    from kernaudit.model.verdict import Cell, Reason, Status

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
    lines: Sequence[SourceLine], kernels: Sequence[KernelRow], columns: Sequence[Column], ids: Mapping[FamilyKey, str]
) -> tuple[FamilyRow, ...]:
    """Return the families, ordered by the line of their gate, then by name; `kernels` stand beside `lines`."""
    members: dict[FamilyKey, list[tuple[SourceLine, KernelRow]]] = {}
    for line, kernel in zip(lines, kernels, strict=True):
        members.setdefault(line.family, []).append((line, kernel))
    projects = _projects(columns)
    rows = [_row(key, ids[key], found, columns, projects) for key, found in members.items()]
    return tuple(sorted(rows, key=_order))


def _row(
    key: FamilyKey,
    identity: str,
    members: Sequence[tuple[SourceLine, KernelRow]],
    columns: Sequence[Column],
    projects: Mapping[str, ExternalProject],
) -> FamilyRow:
    kernels = [kernel for _, kernel in members]
    targets = dict.fromkeys(target for line, _ in members for target in line.build_targets)
    return FamilyRow(
        id=identity,
        name=key.name,
        kind=key.kind,
        cells={column.device.id: _cell(members, column) for column in columns},
        kernels=tuple(kernel.id for kernel in kernels),
        build_targets=tuple(targets),
        gate=_gate(line for line, _ in members),
        external=projects.get(project_name(members[0][0].path) or ""),
    )


def _cell(members: Sequence[tuple[SourceLine, KernelRow]], column: Column) -> FamilyCell:
    device = column.device.id
    cells = [kernel.cells[device] for _, kernel in members]
    counts = count_statuses(cells)
    status = next(iter(counts))
    answers = [answer for line, _ in members for answer in line.answers[device]]
    codes = dict.fromkeys(code for answer in answers for entry in answer.entries for code in entry.gencodes)
    rules = {evaluation.root: evaluation.request_rule for evaluation in column.evaluations}
    return FamilyCell(
        status=status,
        counts=counts,
        request_rule=next((rules[one.root] for one in answers if one.root in rules), RequestRule.DEVICE),
        effective=tuple(map(str, codes)),
        reasons=status_reasons(cells, status),
    )


def count_statuses(cells: Iterable[Cell]) -> dict[Status, int]:
    """Return how many cells have which status, worst first."""
    counts = Counter(cell.status for cell in cells)
    return {status: counts[status] for status in sorted(counts, key=lambda one: one.rank)}


def status_reasons(cells: Iterable[Cell], status: Status) -> tuple[Reason, ...]:
    """Return why a family has its status: what the build says of the kernels that have it, each thing once."""
    distinct = {id(cell): cell for cell in cells if cell.status is status}.values()
    found = dict.fromkeys(reason for cell in distinct for reason in cell.reasons)
    return tuple(reason for reason in found if reason.layer is Layer.BUILD) or tuple(found)


def _gate(lines: Iterable[SourceLine]) -> FamilyGate | None:
    gates: list[Gate] = [gate for line in lines for gate in line.gates]
    if not gates:
        return None
    first = gates[0]
    return FamilyGate(first.location, first.text, first.before, first.after)


def _projects(columns: Iterable[Column]) -> dict[str, ExternalProject]:
    """Fetched projects by their name in lower case, the first declaration of each."""
    found: dict[str, ExternalProject] = {}
    for project in (one for column in columns for build in column.evaluations for one in build.externals):
        found.setdefault(project.name.lower(), project)
    return found


def _order(family: FamilyRow) -> tuple[str, int, str]:
    if family.gate is not None:
        return (family.gate.location.file, family.gate.location.line, family.id)
    if family.external is not None:
        return (family.external.location.file, family.external.location.line, family.id)
    return ("", 0, family.id)
