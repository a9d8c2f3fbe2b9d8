"""Kernel rows: one per kernel where it is written, and one per source that could not be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kernaudit.kernels.survey import instance_of
from kernaudit.matrix.cells import KernelCells
from kernaudit.matrix.instances import row_instances
from kernaudit.model.report import KernelRow, SourceKind
from kernaudit.model.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.kernels.readings import Readings
    from kernaudit.kernels.survey import KernelSurvey, UnitSurvey
    from kernaudit.matrix.cells import CellJudge
    from kernaudit.matrix.lines import FamilyKey, SourceLine
    from kernaudit.model.evidence import CodePiece, Location
    from kernaudit.model.verdict import Cell

__all__ = ["MadeRow", "kernel_rows"]

_Written = tuple["Location", str]


@dataclass(frozen=True, slots=True)
class MadeRow:
    """A row, and the source lines (of one family) whose builds it stands for."""

    row: KernelRow
    family: FamilyKey
    lines: tuple[SourceLine, ...]


@dataclass(slots=True)
class _Draft:
    """A kernel of one family before it is judged: the units that may compile it, and what each makes of it."""

    kernel: KernelSurvey
    family: FamilyKey
    lines: list[SourceLine] = field(default_factory=list)
    units: list[tuple[UnitSurvey, KernelSurvey]] = field(default_factory=list)


def kernel_rows(
    lines: Iterable[SourceLine], readings: Readings, judge: CellJudge, families: Mapping[FamilyKey, str]
) -> tuple[MadeRow, ...]:
    """Return the rows by file, line and name; `families` gives the id of each family.

    A kernel that units of several families compile has a row in each: their builds admit it for different devices. A
    template has a row per instantiation where these become different things.
    """
    made: list[MadeRow] = []
    drafts: dict[tuple[_Written, FamilyKey], _Draft] = {}
    for line in lines:
        variants = readings.variants(line.path)
        if not variants or (line.kind is SourceKind.GENERATED and not any(one.kernels for one in variants)):
            made.append(_unread(line, judge, families[line.family]))
        _draft(line, variants, drafts)
    for draft in _emitted(list(drafts.values()), readings):
        made.extend(_rows(draft, judge, families[draft.family]))
    return tuple(_numbered(sorted(made, key=_order)))


def _draft(line: SourceLine, variants: Sequence[UnitSurvey], drafts: dict[tuple[_Written, FamilyKey], _Draft]) -> None:
    for variant, kernel in ((one, kernel) for one in variants for kernel in one.kernels):
        draft = drafts.setdefault((_written(kernel), line.family), _Draft(kernel, line.family))
        draft.units.append((variant, kernel))
        if line not in draft.lines[-1:]:
            draft.lines.append(line)


def _written(kernel: KernelSurvey) -> _Written:
    return kernel.location, f"{kernel.qualified}{_spelled(kernel.arguments)}"


def _spelled(arguments: tuple[str, ...] | None) -> str:
    return "" if arguments is None else f"<{', '.join(arguments)}>"


def _emitted(drafts: Sequence[_Draft], readings: Readings) -> Iterable[_Draft]:
    """Leave out units that only include a template, as long as some unit instantiates it."""
    emitting: dict[_Written, set[str]] = {}
    for path in dict.fromkeys(line.path for draft in drafts for line in draft.lines):
        for kernel in (one for variant in readings.variants(path) for one in variant.kernels if one.emitted):
            emitting.setdefault(_written(kernel), set()).add(path)
    for draft in drafts:
        of_kernel = emitting.get(_written(draft.kernel))
        kept = [line for line in draft.lines if of_kernel is None or line.path in of_kernel]
        if kept:
            yield replace(draft, lines=kept)


def _rows(draft: _Draft, judge: CellJudge, family: str) -> Iterable[MadeRow]:
    launches = dict.fromkeys(one for unit, kernel in draft.units for one in unit.launches_of(kernel))
    instances = row_instances([kernel for _, kernel in draft.units], launches, judge.devices, judge.launches)
    if not instances:
        whole = judge.kernel_cells(draft.lines, draft.kernel, None)
        if whole is not None:
            yield _row(draft, draft.kernel.arguments, whole, family)
        return
    found: list[KernelCells] = []
    for arguments in instances:
        cells = judge.kernel_cells(draft.lines, draft.kernel, arguments)
        if cells is not None:
            own = [one for one in launches if one.kernel is not None and instance_of(one.kernel) == arguments]
            if not judge.launches.always_oversized(own, judge.devices):
                found.append(cells)
            yield _row(draft, arguments, cells, family)
    chosen = _chosen_by_host(found)
    if chosen is not None:
        yield _row(draft, None, chosen, family)


def _chosen_by_host(instances: Sequence[KernelCells]) -> KernelCells | None:
    """The kernel's own row, where host code chooses among its instantiations: on each device, one that it launches."""
    chosen: dict[str, Cell] = {}
    chooses = False
    for device in instances[0].cells if instances else ():
        cells = [one.cells[device] for one in instances]
        launched = [cell for cell in cells if Status.RUNTIME_REJECTED not in (cell.status, *cell.also)]
        chooses |= 0 < len(launched) < len(cells)
        chosen[device] = min(launched or cells, key=lambda cell: cell.status.rank)
    if not chooses:
        return None
    lines = {line.path: line for one in instances for line in one.lines}
    return KernelCells(chosen, tuple(lines.values()))


def _row(draft: _Draft, arguments: tuple[str, ...] | None, cells: KernelCells, family: str) -> MadeRow:
    kernel, spelled = draft.kernel, _spelled(arguments)
    row = KernelRow(
        id=f"{kernel.location.file}#{kernel.qualified}{spelled}",
        name=f"{kernel.name}{spelled}",
        symbol=kernel.qualified,
        cells=cells.cells,
        file=kernel.location.file,
        line=kernel.location.line,
        units=tuple(line.path for line in cells.lines),
        instantiation=spelled or None,
        source_kind=cells.lines[0].kind,
        family=family,
        build_targets=tuple(dict.fromkeys(target for line in cells.lines for target in line.build_targets)),
        held=_held(draft),
    )
    return MadeRow(row, draft.family, cells.lines)


def _held(draft: _Draft) -> dict[str, tuple[CodePiece, ...]]:
    """Per rule, the functions that hold what falls under it in some unit for some target."""
    found: dict[str, set[CodePiece]] = {}
    for use in {use for _, kernel in draft.units for fact in kernel.facts.values() for use in fact.uses}:
        found.setdefault(use.rule, set()).update(use.held)
    return {rule: tuple(sorted(found[rule])) for rule in sorted(found)}


def _unread(line: SourceLine, judge: CellJudge, family: str) -> MadeRow:
    name = line.path.rpartition("/")[2]
    row = KernelRow(
        id=f"{line.path}#{name}",
        name=name,
        symbol=name,
        cells={device: judge.cell(answers, device) for device, answers in line.answers.items()},
        file=line.path if line.kind in (SourceKind.FILE, SourceKind.JIT) else None,
        units=(line.path,),
        source_kind=line.kind,
        family=family,
        build_targets=line.build_targets,
    )
    return MadeRow(row, line.family, (line,))


def _order(made: MadeRow) -> tuple[str, int, str, str]:
    row = made.row
    return (row.file or row.units[0], row.line or 0, row.id, row.family or "")


def _numbered(rows: Iterable[MadeRow]) -> Iterable[MadeRow]:
    """Give rows that share an id a number each, in their order."""
    seen: Counter[str] = Counter()
    for made in rows:
        seen[made.row.id] += 1
        number = seen[made.row.id]
        yield made if number == 1 else replace(made, row=replace(made.row, id=f"{made.row.id}~{number}"))
