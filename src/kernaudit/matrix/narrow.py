"""A report of fewer rows: the kernels that a reader asked for, and the families that still hold one."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from kernaudit.matrix.families import count_statuses, status_reasons
from kernaudit.matrix.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.model.report import FamilyCell, FamilyRow, KernelRow, Report
    from kernaudit.model.verdict import Cell

__all__ = ["narrow_report"]


def narrow_report(report: Report, globs: Sequence[str], only_failing: bool) -> Report:
    """Keep kernels that match any of `globs` (all without one) and, if asked, that fail to run on some device.

    A glob is held against a kernel's name, id, units, family, build targets and ops. Counts and the summary follow;
    findings, assumptions and build breaks are about the build and stay.
    """
    if not globs and not only_failing:
        return report
    kept = tuple(
        kernel
        for kernel in report.kernels
        if (not globs or _matches(kernel, globs)) and not (only_failing and _runs_everywhere(kernel))
    )
    by_id = {kernel.id: kernel for kernel in kept}
    families = tuple(_narrowed(one, by_id) for one in report.families if by_id.keys() & set(one.kernels))
    ops = tuple(one for one in report.ops if by_id.keys() & set(one.kernels))
    summary = summarise(report.devices, families, kept, report.build_breaks)
    summary = replace(summary, parse=report.summary.parse)
    return replace(report, kernels=kept, families=families, ops=ops, summary=summary)


def _matches(kernel: KernelRow, globs: Sequence[str]) -> bool:
    names = (kernel.name, kernel.id, kernel.family or "", *kernel.units, *kernel.build_targets, *kernel.ops)
    return any(fnmatchcase(name, glob) for name in names for glob in globs)


def _runs_everywhere(kernel: KernelRow) -> bool:
    return all(cell.status.runs for cell in kernel.cells.values())


def _narrowed(family: FamilyRow, kernels: Mapping[str, KernelRow]) -> FamilyRow:
    members = tuple(one for one in family.kernels if one in kernels)
    cells = {
        device: _recounted(cell, [kernels[one].cells[device] for one in members])
        for device, cell in family.cells.items()
    }
    return replace(family, kernels=members, cells=cells)


def _recounted(cell: FamilyCell, members: Sequence[Cell]) -> FamilyCell:
    counts = count_statuses(members)
    worst = next(iter(counts))
    return replace(cell, status=worst, counts=counts, reasons=status_reasons(members, worst))
