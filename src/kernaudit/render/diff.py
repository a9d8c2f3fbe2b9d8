"""Two reports side by side, as text, Markdown and JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from kernaudit.render.cells import cell_document, place
from kernaudit.render.plain import printable, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.model.gate import CellChange, ReportDiff
    from kernaudit.model.verdict import Cell

__all__ = ["diff_json", "diff_markdown", "diff_summary", "diff_text"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_MOST = 200
"""Rows that people are shown; the JSON form has them all."""


def diff_summary(found: ReportDiff) -> str:
    """Return the difference in one line."""
    lost = sum(one.lost for one in found.changed)
    vanished = f", {len(found.vanished)} not readable any more" if found.vanished else ""
    gained = sum(one.b.status.runs and not one.a.status.runs for one in found.changed)
    other = len(found.changed) - lost - gained
    kernels = f"{_count(len(found.only_in_a), 'kernel')} gone, {len(found.only_in_b)} new{vanished}"
    cells = f"{_count(lost, 'cell')} lost, {gained} gained, {other} otherwise"
    return f"{found.name_a} -> {found.name_b}: {cells}; {kernels}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def diff_text(found: ReportDiff, width: int) -> str:
    """Return the difference for a terminal of that width; equal changes of a kernel stand together."""
    lines = [line for text in _heads(found) for line in wrap(text, width)]
    for devices, change in _merged(found.changed):
        head = f"{_sign(change)} {change.kernel} on {', '.join(devices)}: {_said(change.a)} -> {_said(change.b)}"
        lines += wrap(head, width, indent="    ")
        lines += wrap(f"before: {_why(change.a)}", width, indent="      ", first="    ")
        lines += wrap(f"now: {_why(change.b)}", width, indent="      ", first="    ")
    return "\n".join([*lines, *map(printable, _kernels(found))] or ["no cell differs"]) + "\n"


def diff_markdown(found: ReportDiff) -> str:
    """Return the difference for a job summary or a comment on a pull request."""
    parts = [f"**{_escape(diff_summary(found))}**", *(_escape(text) for text in _heads(found))]
    rows = [
        f"| {_sign(change)} | {_escape(change.kernel)} | {_escape(', '.join(devices))} | "
        f"{_escape(_said(change.a))} | {_escape(_said(change.b))} | {_escape(_why(change.b))} |"
        for devices, change in _merged(found.changed)
    ]
    if rows:
        parts.append("\n".join(["| | kernel | device | before | now | why |", "|---|---|---|---|---|---|", *rows]))
    listed = "\n".join(f"- {_escape(text)}" for text in _kernels(found))
    return "\n\n".join([*parts, listed] if listed else parts) + "\n"


def diff_json(found: ReportDiff) -> str:
    """Return the difference as the data contract has it, one changed cell per line."""
    changed = ",\n".join(
        "  " + json.dumps(_document(one), ensure_ascii=False, allow_nan=False) for one in found.changed
    )
    head = {
        "schema": "kernaudit/diff/0",
        "a": found.name_a,
        "b": found.name_b,
        "devices": list(found.devices),
        "remarks": list(found.remarks),
        "vanished": [{"kernel": kernel, **place(at)} for kernel, at in found.vanished],
        "only_in_a": list(found.only_in_a),
        "only_in_b": list(found.only_in_b),
    }
    fields = "".join(f'"{name}": {json.dumps(value, ensure_ascii=False)},\n' for name, value in head.items())
    listed = f"\n{changed}\n" if changed else ""
    return "{\n" + fields + f'"changed": [{listed}]\n}}\n'


def _document(one: CellChange) -> dict[str, object]:
    return {"kernel": one.kernel, "device": one.device, "a": cell_document(one.a), "b": cell_document(one.b)}


def _merged(changes: Iterable[CellChange]) -> list[tuple[list[str], CellChange]]:
    """The changes, lost ones first; those of one kernel with the same words on both sides once."""
    groups: dict[tuple[str, ...], tuple[list[str], CellChange]] = {}
    for one in sorted(changes, key=_weight):
        key = (one.kernel, _said(one.a), _said(one.b))
        groups.setdefault(key, ([], one))[0].append(one.device)
    return list(groups.values())[:_MOST]


def _weight(one: CellChange) -> int:
    return 0 if one.lost else 1 if one.b.status.rank < one.a.status.rank else 2


def _sign(one: CellChange) -> str:
    return "-" if one.lost else "+" if one.b.status.runs and not one.a.status.runs else "~"


def _said(cell: Cell) -> str:
    return f"{cell.status} ({cell.detail})" if cell.detail else cell.status.value


def _why(cell: Cell) -> str:
    reason = cell.deciding
    if reason is None:
        return "no reason given"
    where = reason.location or next((one.location for one in reversed(cell.reasons) if one.location is not None), None)
    return reason.text if where is None else f"{reason.text} ({where})"


def _heads(found: ReportDiff) -> Iterator[str]:
    for text in found.remarks:
        yield f"note: {text}"


def _kernels(found: ReportDiff) -> Iterator[str]:
    for kernel, at in found.vanished:
        yield f"lost: {kernel}: its name still stands in {at} and no such kernel could be read"
    for word, kernels in (("gone", found.only_in_a), ("new", found.only_in_b)):
        for one in kernels[:_MOST]:
            yield f"{word}: {one}"
        if len(kernels) > _MOST:
            yield f"{word}: {len(kernels) - _MOST} more"


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", printable(text))
