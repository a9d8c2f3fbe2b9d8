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
    """The report with the notes; rows that no entry knows stay as they are, and rows share the cells they shared."""
    noted: dict[str, KernelRow] = {}
    for entry in ties.base:
        known: dict[tuple[int, str], Cell] = {}
        for row in ties.rows.get(entry.id, ()) if entry.tuned_for else ():
            current = noted.get(row.id, row)
            noted[row.id] = replace(current, cells=_noted(current.cells, entry, known))
    return replace(ties.report, kernels=tuple(noted.get(row.id, row) for row in ties.report.kernels))


def _noted(cells: Mapping[str, Cell], entry: KernelEntry, known: dict[tuple[int, str], Cell]) -> Mapping[str, Cell]:
    """`known` holds the cells that have their note, by the cell without it."""
    result = dict(cells)
    for tuning in entry.tuned_for:
        fact = tuning.fact
        note = Note(NoteKind.UNTUNED, f"{entry.name}: {fact.text} ({fact.date}, {fact.grade}: {fact.source})")
        for device in tuning.devices:
            cell = result.get(device)
            if cell is None or not cell.status.runs:
                continue
            key = (id(cell), note.text)
            if key not in known:
                known[key] = replace(cell, notes=(*cell.notes, note))
            result[device] = known[key]
    return result
