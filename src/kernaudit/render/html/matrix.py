"""The heat map's rows of families, which stand in the file as a table and need no script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.render.html.looks import status_look
from kernaudit.render.rows import family_place, section_title, section_titles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.report import FamilyCell, FamilyRow, Report
    from kernaudit.render.html.looks import Look

__all__ = ["FamilyLine", "MatrixCell", "MatrixSection", "matrix_of", "ordered_families", "why_id"]


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The worst status of a family on a device.

    Where its rows differ, `count` says how many have it, `share` is that in tenths and `rest` the class of the best.
    """

    look: Look
    count: str = ""
    share: int = 0
    rest: str = ""


@dataclass(frozen=True, slots=True)
class FamilyLine:
    """A family's row; `number` ties it to the data block, `why` to its evidence in print (empty if all run)."""

    number: int
    name: str
    size: int
    tag: str
    where: str
    why: str
    cells: tuple[MatrixCell, ...]


@dataclass(frozen=True, slots=True)
class MatrixSection:
    """Rows under one heading."""

    title: str
    rows: tuple[FamilyLine, ...]


def ordered_families(report: Report) -> tuple[FamilyRow, ...]:
    """Return the families section by section."""
    order = section_titles()
    return tuple(sorted(report.families, key=lambda family: order.index(section_title(family))))


def why_id(number: int) -> str:
    """Return the anchor of a family's evidence."""
    return f"why-{number}"


def matrix_of(report: Report, families: Iterable[FamilyRow]) -> tuple[MatrixSection, ...]:
    """Return the sections of the heat map that have rows."""
    by_title: dict[str, list[FamilyLine]] = {}
    for number, family in enumerate(families):
        by_title.setdefault(section_title(family), []).append(_line(report, family, number))
    return tuple(MatrixSection(title, tuple(rows)) for title, rows in by_title.items())


def _line(report: Report, family: FamilyRow, number: int) -> FamilyLine:
    cells = [family.cells[device.id] for device in report.devices]
    fails = any(not status.runs for cell in cells for status in cell.counts)
    tag = "" if family.external is None or family.external.tag is None else family.external.tag[:12]
    return FamilyLine(
        number,
        family.name,
        len(family.kernels),
        tag,
        family_place(family),
        why_id(number) if fails else "",
        tuple(_cell(cell) for cell in cells),
    )


def _cell(cell: FamilyCell) -> MatrixCell:
    look = status_look(cell.status)
    if len(cell.counts) <= 1:
        return MatrixCell(look)
    number, total = cell.counts[cell.status], sum(cell.counts.values())
    share = min(9, max(1, round(10 * number / total)))
    return MatrixCell(look, f"{number}/{total}", share, max(cell.counts, key=lambda status: status.rank).value)
