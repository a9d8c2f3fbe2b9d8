"""The chain of reasons behind one cell, for a person: build line, image, guard, instruction, bytes, gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.model.verdict import Detail
from kernaudit.render.plain import printable, wrap
from kernaudit.render.words import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.report import DeviceColumn, KernelRow
    from kernaudit.model.verdict import Cell, IfRebuilt, Note, Reason, Remedy, Status

__all__ = ["explain_cell"]

_LABEL = 15
_PLACE = 2
_MEANINGS: Final[Mapping[Detail | None, str]] = {
    Detail.SILENT_NO_OP: "the image loads, a launch succeeds and does nothing",
    Detail.TRAP: "the image loads, and its code traps",
    Detail.PRINT: "the image loads, and its code only prints a message",
    Detail.COMPILE_ERROR: "the build stops at it for this target",
    Detail.UNKNOWN_TARGET: "the toolkit does not know the target that the build asks for",
    Detail.CONFIGURE_ERROR: "the configuration stops, so that nothing is built",
    Detail.TOOLKIT: "this toolkit has no target for the device",
}


def explain_cell(kernel: KernelRow, device: DeviceColumn, width: int = 100) -> str:
    """Return one kernel's cell on one device as lines: the verdict, then every link of the chain with its place."""
    cell = kernel.cells[device.id]
    line = f":{kernel.line}" if kernel.line is not None else ""
    place = f"  {kernel.file}{line}" if kernel.file else f"  {', '.join(kernel.units)}"
    lines = [
        printable(f"{kernel.name} on {device.capability} ({device.name}), CUDA {device.toolkit}"),
        printable(place),
        f"  {_verdict(cell.status, cell.detail, cell.also)}",
        "",
        *_reasons(cell.reasons, width),
        *_notes(cell.notes, width),
        *_advice("to run", cell.remedies, width),
        *_advice("to improve", cell.improve, width),
        *_rebuilt(cell, width),
    ]
    return "\n".join(lines)


def _verdict(status: Status, detail: Detail | None, also: Sequence[Status]) -> str:
    more = f" ({detail})" if detail else ""
    others = f"; also {', '.join(also)}" if also else ""
    meaning = (_MEANINGS.get(detail) or word(status).meaning).removeprefix(f"{status}: ")
    return f"{status}{more}: {meaning}{others}"


def _reasons(reasons: Iterable[Reason], width: int) -> Iterable[str]:
    for reason in reasons:
        place = f"{reason.location}: " if reason.location else ""
        rule = f" [{reason.rule}]" if reason.rule else ""
        yield from _item(reason.layer, f"{place}{reason.text}{rule}", width)


def _notes(notes: Iterable[Note], width: int) -> Iterable[str]:
    for note in notes:
        place = f"{note.location}: " if note.location else ""
        yield from _item(note.kind, f"{place}{note.text}", width)


def _advice(label: str, remedies: Iterable[Remedy], width: int) -> Iterable[str]:
    for remedy in remedies:
        place = f"{remedy.location}: " if remedy.location else ""
        change = f"{remedy.edit.old} -> {remedy.edit.new}" if remedy.edit else ""
        edit = f" ({change})" if change and change not in remedy.text else ""
        yield from _item(label, f"{remedy.kind}: {place}{remedy.text}{edit}", width)


def _rebuilt(cell: Cell, width: int) -> Iterable[str]:
    rebuilt = cell.if_rebuilt
    if rebuilt is None:
        return
    yield ""
    target = "its own target, which this toolkit does not know" if rebuilt.target is None else rebuilt.target
    yield f"  if rebuilt for {target}: {_verdict(rebuilt.status, rebuilt.detail, rebuilt.also)}"
    yield from _unless_same(rebuilt, cell, width)


def _unless_same(rebuilt: IfRebuilt, cell: Cell, width: int) -> Iterable[str]:
    """What the counterfactual adds to the chain above."""
    yield from _reasons((one for one in rebuilt.reasons if one not in cell.reasons), width)
    yield from _notes((one for one in rebuilt.notes if one not in cell.notes), width)


def _item(label: str, text: str, width: int) -> list[str]:
    indent = " " * (_LABEL + _PLACE)
    return wrap(text, width, indent, f"  {label:<{_LABEL}}")
