"""JSON: the data contract. One row per line, so that two reports can be compared line by line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kernaudit.render.base import Format
from kernaudit.render.cells import cell_document
from kernaudit.render.document import family_document, kernel_document, rest_of_report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.report import KernelRow, Report
    from kernaudit.model.verdict import Cell
    from kernaudit.render.base import View

__all__ = ["FORMAT"]

_encode = json.JSONEncoder(separators=(", ", ": ")).encode


def _render(report: Report, view: View) -> str:  # noqa: ARG001 - the document is the same in every view
    rows = {"families": _families(report), "kernels": _kernels(report.kernels)}
    fields = [_field(key, value, rows) for key, value in rest_of_report(report).items()]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _field(key: str, value: object, rows: dict[str, list[str]]) -> str:
    lines = rows[key] if key in rows else [_encode(item) for item in value] if isinstance(value, list) else None
    if lines is None:
        return f'"{key}": {_encode(value)}'
    return f'"{key}": [{_indented(lines)}]'


def _indented(lines: Iterable[str]) -> str:
    joined = ",\n".join(f"  {line}" for line in lines)
    return f"\n{joined}\n" if joined else ""


def _families(report: Report) -> list[str]:
    return [_encode(family_document(family)) for family in report.families]


def _kernels(kernels: Iterable[KernelRow]) -> list[str]:
    """Kernels of one family share their cells: each distinct cell is spelled once."""
    spelled: dict[int, str] = {}
    lines = []
    for kernel in kernels:
        cells = ", ".join(f"{_encode(device)}: {_cell(cell, spelled)}" for device, cell in kernel.cells.items())
        head = _encode(kernel_document(kernel))
        lines.append(f"{head.removesuffix('{}}')}{{{cells}}}}}")
    return lines


def _cell(cell: Cell, spelled: dict[int, str]) -> str:
    text = spelled.get(id(cell))
    if text is None:
        text = spelled[id(cell)] = _encode(cell_document(cell))
    return text


FORMAT = Format("json", ("json",), _render)
