"""What of a report is a problem: cells whose code is wrong there, builds that stop, findings, cells that do not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.evidence import FindingLevel, Location
from kernaudit.model.gate import GateRule, Problem
from kernaudit.model.verdict import Detail, NoteKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kernaudit.model.report import KernelRow, Report
    from kernaudit.model.verdict import Cell

__all__ = ["cell_problem", "defects", "not_running", "places_of"]

_NOTES: Mapping[NoteKind, GateRule] = {
    NoteKind.GATE_MISMATCH: GateRule.GATE_MISMATCH,
    NoteKind.SUFFIX_LOST: GateRule.SUFFIX_LOST,
}


def defects(report: Report) -> Iterator[Problem]:
    """Yield what is wrong whatever a team requires, as warnings: breaks, findings, silent cells, notes of cells."""
    yield from _breaks(report)
    for finding in report.findings:
        for device in finding.devices or (None,):
            places = () if finding.location is None else (finding.location,)
            yield Problem(finding.id, finding.level, finding.text, finding.location, None, device, places)
    for kernel in report.kernels:
        for device, cell in kernel.cells.items():
            yield from _of_cell(kernel, device, cell)


def not_running(report: Report) -> Iterator[Problem]:
    """Yield every cell that does not run (a warning) or is undecided (a note)."""
    for kernel in report.kernels:
        for device, cell in kernel.cells.items():
            if cell.status is Status.UNKNOWN:
                yield cell_problem(kernel, device, GateRule.UNKNOWN, FindingLevel.NOTE)
            elif not cell.status.runs:
                yield cell_problem(kernel, device, GateRule.DOES_NOT_RUN, FindingLevel.WARNING)


def cell_problem(
    kernel: KernelRow, device: str, rule: GateRule, level: FindingLevel, text: str | None = None
) -> Problem:
    """Return a problem that one cell has; without a text it says the status and the deciding reason."""
    cell = kernel.cells[device]
    places = places_of(kernel, cell)
    said = text or f"{kernel.name} on {device}: {_stated(cell)}"
    return Problem(rule, level, said, places[0] if places else None, kernel.id, device, places)


def places_of(kernel: KernelRow, cell: Cell) -> tuple[Location, ...]:
    """Return the lines that belong to a cell: the reason that decided first, other reasons, the kernel itself."""
    decisive = _decisive(cell)
    chain = [one.location for one in cell.reasons]
    own = None if kernel.file is None else Location(kernel.file, kernel.line or 1)
    unit = Location(kernel.units[0], 1) if own is None and kernel.units else None
    found = (decisive, *chain, own, unit)
    return tuple(dict.fromkeys(one for one in found if one is not None and not one.file.startswith("<")))


def _stated(cell: Cell) -> str:
    """The status, its detail and the reason that decided."""
    detail = f" ({cell.detail})" if cell.detail else ""
    return f"{cell.status}{detail}" + (f": {cell.deciding.text}" if cell.deciding else "")


def _decisive(cell: Cell) -> Location | None:
    """The place of the reason that decided, or else of the last one that has a place."""
    if cell.deciding is not None and cell.deciding.location is not None:
        return cell.deciding.location
    return next((one.location for one in reversed(cell.reasons) if one.location is not None), None)


def _breaks(report: Report) -> Iterator[Problem]:
    for one in report.build_breaks:
        for device in one.devices or (None,):
            about, text = f"{one.source}@{one.target}", f"{one.target}: {one.message}"
            yield Problem(
                GateRule.BUILD_BREAK, FindingLevel.WARNING, text, one.location, about, device, (one.location,)
            )


def _of_cell(kernel: KernelRow, device: str, cell: Cell) -> Iterator[Problem]:
    if cell.status is Status.GUARDED_OUT and cell.detail is Detail.SILENT_NO_OP:
        yield cell_problem(kernel, device, GateRule.SILENT_NO_OP, FindingLevel.WARNING)
    for note in cell.notes:
        rule = _NOTES.get(note.kind)
        if rule is not None:
            text = f"{kernel.name} on {device}: {note.text}"
            problem = cell_problem(kernel, device, rule, FindingLevel.WARNING, text)
            places = problem.places if note.location is None else (note.location, *problem.places)
            yield Problem(rule, problem.level, text, places[0] if places else None, kernel.id, device, places)
