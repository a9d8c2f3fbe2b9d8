"""The JSON form of a cell, field by field as the data contract names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.evidence import Location
    from kernaudit.model.verdict import Cell, IfRebuilt, Note, Reason, Remedy, SharedMemory

__all__ = ["Json", "cell_document", "place", "reason_documents"]

Json = dict[str, object]


def cell_document(cell: Cell) -> Json:
    """Return a cell as the contract's `CELL`."""
    return {
        "status": cell.status,
        "detail": cell.detail,
        "also": list(cell.also),
        "image": cell.image,
        "images": list(cell.images),
        "smem": None if cell.smem is None else _shared_memory(cell.smem),
        "notes": _notes(cell.notes),
        "reasons": reason_documents(cell.reasons),
        "remedies": _remedies(cell.remedies),
        "improve": _remedies(cell.improve),
        "if_rebuilt": None if cell.if_rebuilt is None else _if_rebuilt(cell.if_rebuilt),
    }


def reason_documents(reasons: Iterable[Reason]) -> list[Json]:
    """Return reasons in the order of the chain."""
    return [{"layer": one.layer, "rule": one.rule, "text": one.text, **place(one.location)} for one in reasons]


def place(location: Location | None) -> Json:
    """Return `file` and `line`, both null where there is no place to point at."""
    if location is None:
        return {"file": None, "line": None}
    return {"file": location.file, "line": location.line}


def _notes(notes: Iterable[Note]) -> list[Json]:
    return [{"kind": note.kind, "text": note.text, **place(note.location)} for note in notes]


def _remedies(remedies: Iterable[Remedy]) -> list[Json]:
    return [
        {
            "kind": remedy.kind,
            "text": remedy.text,
            **place(remedy.location),
            "edit": None if remedy.edit is None else {"from": remedy.edit.old, "to": remedy.edit.new},
        }
        for remedy in remedies
    ]


def _shared_memory(smem: SharedMemory) -> Json:
    return {
        "static": smem.static,
        "dynamic": smem.dynamic,
        "limit": smem.limit,
        "optin": smem.optin,
        "expression": smem.expression,
        "fits": None if smem.fits is None else {"name": smem.fits[0], "value": smem.fits[1]},
        "estimate": smem.estimate,
    }


def _if_rebuilt(rebuilt: IfRebuilt) -> Json:
    return {
        "target": rebuilt.target,
        "status": rebuilt.status,
        "detail": rebuilt.detail,
        "also": list(rebuilt.also),
        "notes": _notes(rebuilt.notes),
        "reasons": reason_documents(rebuilt.reasons),
    }
