"""The evidence of every cell as interned rows of numbers: equal texts, reasons and cells stand in the file once.

`script/data.js` reads these rows; both name their columns in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from kernaudit.model.verdict import Status
from kernaudit.render.html.inert import inert
from kernaudit.render.html.memory import shared_memory_sentence
from kernaudit.render.html.pool import NONE, Pool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.evidence import Location
    from kernaudit.model.verdict import Cell, IfRebuilt, Note, Reason, Remedy

__all__ = ["Evidence", "Numbers"]

Numbers: TypeAlias = tuple[int, ...]
_Row: TypeAlias = "tuple[int | Numbers | _Row, ...]"

_STATUSES = tuple(Status)


class Evidence:
    """Collects what cells rest on; `tables` gives it for the data block."""

    def __init__(self) -> None:
        self._strings: Pool[str] = Pool()
        self._reasons: Pool[Numbers] = Pool()
        self._notes: Pool[Numbers] = Pool()
        self._remedies: Pool[Numbers] = Pool()
        self._rebuilds: Pool[_Row] = Pool()
        self._cells: Pool[_Row] = Pool()
        self._known: dict[int, int] = {}

    def string(self, text: str | None) -> int:
        """Return the number of a text, made inert."""
        return self._strings.number(None if text is None else inert(text))

    def strings(self, texts: Iterable[str]) -> Numbers:
        """Return the numbers of texts."""
        return tuple(self.string(text) for text in texts)

    def cell(self, cell: Cell) -> int:
        """Return the number of a cell; rows that share a cell object cost nothing."""
        known = self._known.get(id(cell))
        if known is None:
            known = self._known[id(cell)] = self._cells.number(self._cell(cell))
        return known

    def reasons(self, reasons: Iterable[Reason]) -> Numbers:
        """Return the numbers of reasons, in the order of the chain."""
        return tuple(
            self._reasons.number(
                (self.string(one.layer), self.string(one.rule), self.string(one.text), *self._place(one.location))
            )
            for one in reasons
        )

    def tables(self) -> dict[str, object]:
        """Return all tables, to be called when everything has been added."""
        return {
            "strings": self._strings.values(),
            "reasons": self._reasons.values(),
            "notes": self._notes.values(),
            "remedies": self._remedies.values(),
            "rebuilds": [_short(row) for row in self._rebuilds.values()],
            "cells": [_short(row) for row in self._cells.values()],
        }

    def _cell(self, cell: Cell) -> _Row:
        return (
            _STATUSES.index(cell.status),
            self.string(cell.detail),
            tuple(_STATUSES.index(status) for status in cell.also),
            self.string(cell.image),
            () if cell.images == (cell.image,) else self.strings(cell.images),
            self.string(None if cell.smem is None else shared_memory_sentence(cell.smem)),
            self._all_notes(cell.notes),
            self.reasons(cell.reasons),
            self._all_remedies(cell.remedies),
            self._all_remedies(cell.improve),
            self._rebuilds.number(None if cell.if_rebuilt is None else self._rebuilt(cell.if_rebuilt)),
        )

    def _rebuilt(self, rebuilt: IfRebuilt) -> _Row:
        return (
            self.string(rebuilt.target),
            _STATUSES.index(rebuilt.status),
            self.string(rebuilt.detail),
            tuple(_STATUSES.index(status) for status in rebuilt.also),
            self._all_notes(rebuilt.notes),
            self.reasons(rebuilt.reasons),
        )

    def _all_notes(self, notes: Iterable[Note]) -> Numbers:
        return tuple(
            self._notes.number((self.string(one.kind), self.string(one.text), *self._place(one.location)))
            for one in notes
        )

    def _all_remedies(self, remedies: Iterable[Remedy]) -> Numbers:
        return tuple(
            self._remedies.number(
                (
                    self.string(one.kind),
                    self.string(one.text),
                    *self._place(one.location),
                    self.string(None if one.edit is None else one.edit.old),
                    self.string(None if one.edit is None else one.edit.new),
                )
            )
            for one in remedies
        )

    def _place(self, location: Location | None) -> Numbers:
        return (NONE, NONE) if location is None else (self.string(location.file), location.line)


def _short(row: _Row) -> list[object]:
    """Most lists of a row are empty: those are written as 0."""
    return [one if one != () else 0 for one in row]
