"""The rows of a matrix as people read it: families, and below each its sources or kernels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.model.report import FamilyKind, Language
from kernaudit.render.base import RowDetail
from kernaudit.render.run_time import LISTED_BY, alike, distinct_names, folder_of
from kernaudit.render.scope import is_code_read
from kernaudit.render.words import cell_text, count_text, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.report import FamilyRow, KernelRow, Report
    from kernaudit.model.verdict import Status

__all__ = [
    "UNNAMED",
    "MatrixRow",
    "Section",
    "family_place",
    "matrix_sections",
    "section_title",
    "section_titles",
    "statuses_shown",
    "total_row",
]

_TITLES: Mapping[FamilyKind, str] = {
    FamilyKind.FAMILY: "in the tree",
    FamilyKind.GENERATED: "generated when the build is configured",
    FamilyKind.EXTERNAL: "fetched when the build is configured",
}
RUN_TIME = "compiled at run time"
UNNAMED = "named by no build that was evaluated"
"""Title of the section of files that stand in the tree and in no build."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A row: its label, the size of what it stands for, where it is gated, and text and style per device id."""

    label: str
    size: int
    where: str
    cells: Mapping[str, tuple[str, str]]
    level: int = 0
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Rows that belong under one heading."""

    title: str
    rows: tuple[MatrixRow, ...]


def matrix_sections(report: Report, detail: RowDetail) -> tuple[Section, ...]:
    """Return the rows in sections: sources of the tree, generated, fetched, compiled at run time, of no build."""
    kernels = {kernel.id: kernel for kernel in report.kernels}
    by_title: dict[str, list[MatrixRow]] = {title: [] for title in section_titles()}
    run_time = [family for family in report.families if section_title(family) == RUN_TIME]
    names = distinct_names(run_time)
    devices = [device.id for device in report.devices]
    folded = alike(run_time, devices) if detail is RowDetail.FAMILIES else {}
    hidden = {family.id for members in folded.values() for family in members}
    for family in report.families:
        if family.id not in hidden:
            named = replace(family, name=names.get(family.id, family.name))
            by_title[section_title(family)] += _family_rows(named, kernels, detail)
    by_title[RUN_TIME] += [_folded_row(members, status, devices) for status, members in folded.items()]
    return tuple(Section(title, tuple(rows)) for title, rows in by_title.items() if rows)


def section_titles() -> tuple[str, ...]:
    """Return the titles of all sections in their order."""
    return (*_TITLES.values(), RUN_TIME, UNNAMED)


def section_title(family: FamilyRow) -> str:
    """Return the title of a family's section.

    A family without gate and target exists only because its files do.
    """
    if family.language is not Language.CUDA:
        return RUN_TIME
    if family.kind is FamilyKind.FAMILY and family.gate is None and not family.build_targets:
        return UNNAMED
    return _TITLES[family.kind]


def statuses_shown(report: Report) -> list[Status]:
    """Return the statuses that occur, best first."""
    found = {status for family in report.families for cell in family.cells.values() for status in cell.counts}
    return sorted(found, key=lambda status: -status.rank)


def total_row(report: Report) -> MatrixRow:
    """Return how many sources run on each device, or have an image there as long as no source was read."""
    cells = {}
    for device, counts in report.summary.by_status.items():
        runs = sum(number for status, number in counts.items() if status.runs)
        cells[device] = (f"{runs}/{report.summary.kernels}", "bold")
    label = "that run" if is_code_read(report) else "with an image"
    return MatrixRow(label, report.summary.kernels, "", cells)


def _family_rows(family: FamilyRow, kernels: Mapping[str, KernelRow], detail: RowDetail) -> Iterable[MatrixRow]:
    cells = {device: (count_text(cell), word(cell.status).style) for device, cell in family.cells.items()}
    expanded = detail is not RowDetail.FAMILIES
    yield MatrixRow(_family_label(family), len(family.kernels), family_place(family), cells, bold=expanded)
    if expanded:
        yield from _kernel_rows([kernels[one] for one in family.kernels], detail)


def _folded_row(families: Sequence[FamilyRow], status: Status, devices: Sequence[str]) -> MatrixRow:
    size = sum(len(family.kernels) for family in families)
    cell = (cell_text(status), word(status).style)
    return MatrixRow(f"{len(families)} packages \u00d7{size}", size, LISTED_BY, dict.fromkeys(devices, cell))


def _kernel_rows(kernels: Sequence[KernelRow], detail: RowDetail) -> Iterable[MatrixRow]:
    for kernel in kernels:
        cells = {device: (cell_text(cell.status), word(cell.status).style) for device, cell in kernel.cells.items()}
        label = (kernel.file or kernel.name) if detail is RowDetail.SOURCES else kernel.name
        yield MatrixRow(label, 1, _kernel_place(kernel), cells, level=1)


def _family_label(family: FamilyRow) -> str:
    """The project's name for it, how many sources it has, and the tag of what is fetched."""
    size = f" \u00d7{len(family.kernels)}" if len(family.kernels) > 1 else ""
    tag = "" if family.external is None or family.external.tag is None else f" @{family.external.tag[:9]}"
    return family.name + size + tag


def family_place(family: FamilyRow) -> str:
    """Return where a family is gated, or fetched."""
    if family.gate is not None:
        return str(family.gate.location)
    if family.language is not Language.CUDA:
        return folder_of(family)
    return "" if family.external is None else str(family.external.location)


def _kernel_place(kernel: KernelRow) -> str:
    if kernel.file is None:
        return ""
    return kernel.file if kernel.line is None else f"{kernel.file}:{kernel.line}"
