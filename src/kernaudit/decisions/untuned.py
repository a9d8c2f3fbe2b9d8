"""Puts the knowledge base's `untuned` notes on cells that run; a note never changes a status."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.model.verdict import Note, NoteKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.decisions.ties import Ties
    from kernaudit.model.knowledge import KernelEntry
    from kernaudit.model.report import KernelRow, Report
    from kernaudit.model.verdict import Cell

__all__ = ["untuned_report"]


def untuned_report(ties: Ties) -> Report:
    """The report with the notes; rows that no entry knows stay as they are."""
    noted: dict[str, KernelRow] = {}
    for entry in ties.base:
        for row in ties.rows.get(entry.id, ()) if entry.tuned_for else ():
            current = noted.get(row.id, row)
            noted[row.id] = replace(current, cells=_noted(current.cells, entry))
    return replace(ties.report, kernels=tuple(noted.get(row.id, row) for row in ties.report.kernels))


def _noted(cells: Mapping[str, Cell], entry: KernelEntry) -> Mapping[str, Cell]:
    result = dict(cells)
    for tuning in entry.tuned_for:
        fact = tuning.fact
        note = Note(NoteKind.UNTUNED, f"{entry.name}: {fact.text} ({fact.date}, {fact.grade}: {fact.source})")
        for device in tuning.devices:
            if device in result and result[device].status.runs:
                result[device] = replace(result[device], notes=(*result[device].notes, note))
    return result
