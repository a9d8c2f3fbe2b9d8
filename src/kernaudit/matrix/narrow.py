"""A report of fewer rows: the kernels that a reader asked for, and the families that still hold one."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from kernaudit.matrix.families import count_statuses, status_reasons
from kernaudit.matrix.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.model.report import FamilyCell, FamilyRow, KernelRow, Report
    from kernaudit.model.verdict import Cell

__all__ = ["narrow_report", "unmatched_globs"]


_NEAR = 4
_LIKENESS = 0.4


def narrow_report(report: Report, globs: Sequence[str], only_failing: bool) -> Report:
    """Keep kernels that match any of `globs` (all without one) and, if asked, that fail to run on some device.

    A glob is held against a kernel's name and id (of an instantiation, its template's, too), units, family, build
    targets and ops. Counts and the summary follow; findings, assumptions and build breaks are about the build and stay.
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


def unmatched_globs(report: Report, globs: Sequence[str]) -> dict[str, list[str]]:
    """Return the globs that no kernel answers to, each with the names that come nearest."""
    missed = [glob for glob in globs if not any(_matches(kernel, (glob,)) for kernel in report.kernels)]
    names = list(dict.fromkeys(name for kernel in report.kernels for name in _names(kernel))) if missed else []
    return {glob: get_close_matches(glob, names, n=_NEAR, cutoff=_LIKENESS) for glob in missed}


def _matches(kernel: KernelRow, globs: Sequence[str]) -> bool:
    return any(fnmatchcase(name, glob) for name in _names(kernel) for glob in globs)


def _names(kernel: KernelRow) -> tuple[str, ...]:
    template = kernel.instantiation and (kernel.name.partition("<")[0], kernel.id.partition("<")[0])
    own = (kernel.name, kernel.id, *(template or ()))
    return (*own, kernel.family or "", *kernel.units, *kernel.build_targets, *kernel.ops)


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
