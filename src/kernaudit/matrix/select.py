"""A report of chosen columns: a tree is judged for every device, so that no row or answer hangs on which are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from kernaudit.matrix.findings import finding_key
from kernaudit.matrix.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.evidence import Finding
    from kernaudit.model.report import BuildBreak, Report, ReportAssumption

__all__ = ["select_columns"]

_T = TypeVar("_T")


def select_columns(report: Report, devices: Sequence[str]) -> Report:
    """Return a report with the columns of `devices`, in that order.

    Findings, assumptions and build breaks that are about other devices alone go with them; counts follow.
    """
    columns = {column.id: column for column in report.devices}
    shown = tuple(columns[device] for device in devices)
    families = tuple(replace(one, cells=_of(one.cells, devices)) for one in report.families)
    kernels = tuple(replace(one, cells=_of(one.cells, devices)) for one in report.kernels)
    breaks = tuple(_breaks(report.build_breaks, devices))
    summary = replace(summarise(shown, families, kernels, breaks), parse=report.summary.parse)
    return replace(
        report,
        devices=shown,
        families=families,
        kernels=kernels,
        ops=tuple(replace(one, cells=_of(one.cells, devices)) for one in report.ops),
        summary=summary,
        build_breaks=breaks,
        assumptions=tuple(_assumptions(report.assumptions, devices)),
        findings=tuple(_findings(report.findings, devices)),
    )


def _of(cells: Mapping[str, _T], devices: Sequence[str]) -> dict[str, _T]:
    return {device: cells[device] for device in devices}


def _kept(own: Sequence[str], devices: Sequence[str]) -> tuple[str, ...]:
    return tuple(device for device in devices if device in own)


def _breaks(breaks: Iterable[BuildBreak], devices: Sequence[str]) -> Iterable[BuildBreak]:
    for one in breaks:
        kept = _kept(one.devices, devices)
        if kept:
            yield replace(one, devices=kept)


def _assumptions(assumptions: Iterable[ReportAssumption], devices: Sequence[str]) -> Iterable[ReportAssumption]:
    for one in assumptions:
        kept = _kept(one.devices, devices)
        if kept or not one.devices:
            yield replace(one, devices=kept)


def _findings(findings: Iterable[Finding], devices: Sequence[str]) -> list[Finding]:
    found = []
    for one in findings:
        kept = _kept(one.devices, devices)
        if kept or not one.devices:
            found.append(replace(one, devices=kept))
    order = {device: index for index, device in enumerate(devices)}
    return sorted(found, key=lambda one: finding_key(one, order))
