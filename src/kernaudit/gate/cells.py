"""A cell from its JSON form, field by field as the data contract names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.model.evidence import Location
from kernaudit.model.verdict import (
    Cell,
    Detail,
    Edit,
    IfRebuilt,
    Layer,
    Note,
    NoteKind,
    Reason,
    Remedy,
    RemedyKind,
    SharedMemory,
    Status,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["cell_of"]


def cell_of(given: Mapping[str, Any]) -> Cell:
    """Return the cell.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: a field is missing or of another kind.
    """
    rebuilt, smem = given["if_rebuilt"], given["smem"]
    return Cell(
        status=Status(given["status"]),
        detail=_detail(given),
        also=tuple(map(Status, given["also"])),
        image=given["image"],
        images=tuple(given["images"]),
        smem=None if smem is None else _smem(smem),
        notes=tuple(map(_note, given["notes"])),
        reasons=tuple(map(_reason, given["reasons"])),
        remedies=tuple(map(_remedy, given["remedies"])),
        improve=tuple(map(_remedy, given["improve"])),
        if_rebuilt=None if rebuilt is None else _rebuilt(rebuilt),
    )


def _rebuilt(given: Mapping[str, Any]) -> IfRebuilt:
    return IfRebuilt(
        target=given["target"],
        status=Status(given["status"]),
        detail=_detail(given),
        also=tuple(map(Status, given["also"])),
        notes=tuple(map(_note, given["notes"])),
        reasons=tuple(map(_reason, given["reasons"])),
    )


def _detail(given: Mapping[str, Any]) -> Detail | None:
    return None if given["detail"] is None else Detail(given["detail"])


def _reason(given: Mapping[str, Any]) -> Reason:
    return Reason(Layer(given["layer"]), str(given["text"]), _place(given), given["rule"])


def _note(given: Mapping[str, Any]) -> Note:
    return Note(NoteKind(given["kind"]), str(given["text"]), _place(given))


def _remedy(given: Mapping[str, Any]) -> Remedy:
    edit = given["edit"]
    change = None if edit is None else Edit(edit["from"], edit["to"])
    return Remedy(RemedyKind(given["kind"]), str(given["text"]), _place(given), change)


def _smem(given: Mapping[str, Any]) -> SharedMemory:
    fits = given["fits"]
    return SharedMemory(
        limit=int(given["limit"]),
        optin=bool(given["optin"]),
        static=given["static"],
        dynamic=given["dynamic"],
        expression=given["expression"],
        fits=None if fits is None else (fits["name"], fits["value"]),
        estimate=bool(given["estimate"]),
    )


def _place(given: Mapping[str, Any]) -> Location | None:
    return None if given["file"] is None else Location(str(given["file"]), int(given["line"] or 1))
