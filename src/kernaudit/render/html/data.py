"""The data block that the script reads: rows of kernels, and the evidence of every cell, interned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.verdict import Status
from kernaudit.render.html.evidence import Evidence
from kernaudit.render.html.inert import inert
from kernaudit.render.html.looks import status_look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.model.report import FamilyRow, KernelRow, Report

__all__ = ["report_data"]


def report_data(report: Report, families: Sequence[FamilyRow]) -> dict[str, object]:
    """Return what the script needs; `families` are in the order of the page's rows."""
    evidence = Evidence()
    numbers = {kernel.id: number for number, kernel in enumerate(report.kernels)}
    devices = [device.id for device in report.devices]
    rows = {
        "devices": [[inert(one) for one in (dev.id, dev.name, dev.capability)] for dev in report.devices],
        "from": -1 if report.input.from_ is None else devices.index(report.input.from_),
        "statuses": [_status(status) for status in Status],
        "kernels": [_kernel(kernel, devices, evidence) for kernel in report.kernels],
        "families": [_family(family, devices, evidence, numbers) for family in families],
    }
    return {**rows, **evidence.tables()}


def _status(status: Status) -> list[object]:
    look = status_look(status)
    return [status.value, look.symbol, look.word, look.meaning, int(status.runs)]


def _kernel(kernel: KernelRow, devices: Sequence[str], evidence: Evidence) -> list[object]:
    return [
        evidence.string(kernel.name),
        evidence.string(kernel.file or (kernel.units[0] if kernel.units else None)),
        -1 if kernel.line is None else kernel.line,
        evidence.string(kernel.symbol),
        evidence.string(kernel.language),
        evidence.strings(kernel.build_targets),
        evidence.strings(kernel.ops),
        [evidence.cell(kernel.cells[device]) for device in devices],
    ]


def _family(family: FamilyRow, devices: Sequence[str], evidence: Evidence, numbers: Mapping[str, int]) -> list[object]:
    gate = family.gate
    return [
        evidence.string(family.name),
        -1 if gate is None else evidence.string(f"{gate.text} ({gate.location})"),
        [numbers[one] for one in family.kernels if one in numbers],
        [evidence.reasons(family.cells[device].reasons) for device in devices],
    ]
