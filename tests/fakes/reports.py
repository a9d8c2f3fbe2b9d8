"""Reports written by hand: rows with the cells that a test needs, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.matrix.families import count_statuses
from kernaudit.model.build import BuildStatus, ExternalProject, RequestRule
from kernaudit.model.evidence import CodePiece, Location
from kernaudit.model.report import (
    DeviceColumn,
    FamilyCell,
    FamilyKind,
    FamilyRow,
    KernelRow,
    Report,
    ReportInput,
    SourceKind,
    Summary,
    Tool,
)
from kernaudit.model.verdict import Cell, IfRebuilt, Layer, Note, NoteKind, Reason, Remedy, RemedyKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["cell", "external", "family", "needs", "note", "pieces", "report", "row", "row_external"]


def cell(status: str, **more) -> Cell:
    """A cell of that status."""
    return Cell(Status(status), **more)


def needs(status: str, *kinds: str, rule: str | None = None, rebuilt: str | None = None, **more) -> Cell:
    """A cell that does not run, what it needs, and the instruction rule that its target lacks."""
    remedies = tuple(Remedy(RemedyKind(kind), f"{kind} it", Location("CMakeLists.txt", 7)) for kind in kinds)
    reasons = (Reason(Layer.INSTRUCTION, "the target lacks it", rule=rule),) if rule else ()
    behind = None if rebuilt is None else IfRebuilt(None, Status(rebuilt))
    return Cell(Status(status), remedies=remedies, reasons=reasons, if_rebuilt=behind, **more)


def pieces(*lines: int, file: str = "csrc/k.cuh") -> tuple[CodePiece, ...]:
    """Functions with so many code lines, one after the other."""
    return tuple(CodePiece(Location(file, 1000 * at + 1), 1000 * at + one, one) for at, one in enumerate(lines))


def note(kind: str, text: str = "a remark") -> Note:
    """A note of a cell."""
    return Note(NoteKind(kind), text)


def row(name: str, cells: Mapping[str, Cell | str], file: str = "csrc/k.cu", **more) -> KernelRow:
    """A kernel; cells may be written as the status alone."""
    full = {device: cell(one) if isinstance(one, str) else one for device, one in cells.items()}
    more.setdefault("units", (file,))
    return KernelRow(f"{file}#{name}", name, more.pop("symbol", name), full, file, 1, **more)


def row_external(project: str, path: str, cells: Mapping[str, Cell | str], of: str) -> KernelRow:
    """A source of a fetched project; an empty path stands for the whole project."""
    unit = f"<external>/{project}/{path}".rstrip("/")
    full = {device: cell(one) if isinstance(one, str) else one for device, one in cells.items()}
    name = unit.rpartition("/")[2]
    return KernelRow(f"{unit}#{name}", name, name, full, units=(unit,), source_kind=SourceKind.EXTERNAL, family=of)


def external(name: str, rows: Iterable[KernelRow], url: str | None, tag: str | None = "v1") -> FamilyRow:
    """The family of a fetched project."""
    return family(name, rows, FamilyKind.EXTERNAL, ExternalProject(name, url, tag, Location("deps.cmake", 3)))


def family(
    name: str,
    rows: Iterable[KernelRow],
    kind: FamilyKind = FamilyKind.FAMILY,
    project: ExternalProject | None = None,
) -> FamilyRow:
    """A family whose cells are the worst of its rows."""
    members = tuple(rows)
    devices = {device for one in members for device in one.cells}
    counts = {device: count_statuses([one.cells[device] for one in members]) for device in sorted(devices)}
    cells = {device: FamilyCell(next(iter(counts[device])), counts[device], _RULE) for device in counts}
    return FamilyRow(name, name, kind, cells, tuple(one.id for one in members), external=project)


_RULE = RequestRule.DEVICE


def _counts(kernels: Iterable[KernelRow], devices: Iterable[str]) -> dict[str, dict[Status, int]]:
    members = tuple(kernels)
    return {name: count_statuses([one.cells[name] for one in members if name in one.cells]) for name in devices}


def report(
    rows: Iterable[KernelRow],
    families: Iterable[FamilyRow] = (),
    *,
    root: str = "tree",
    today: str | None = "sm_90a",
    to: tuple[str, ...] = ("sm_100",),
    as_of: str | None = "2026-11-30",
) -> Report:
    """A report of these rows."""
    kernels, found = tuple(rows), tuple(families)
    columns = [name for name in (today, *to) if name is not None]
    devices = tuple(DeviceColumn(name, name, name, "13.0", BuildStatus.OK, _RULE) for name in columns)
    return Report(
        tool=Tool("kernaudit", "0", "digest"),
        input=ReportInput(root, "digest", "13.0", to, today, as_of=as_of),
        devices=devices,
        families=found,
        kernels=kernels,
        summary=Summary(len(kernels), len(found), True, _counts(kernels, columns)),
    )
