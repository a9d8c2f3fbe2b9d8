"""The matrix itself, as text: rows of families and sources, in blocks of devices that fit the width."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.render.grid import Span, lay_out, split_columns
from kernaudit.render.plain import display_width, printable
from kernaudit.render.rows import UNNAMED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.model.report import DeviceColumn
    from kernaudit.render.rows import MatrixRow, Section

__all__ = ["matrix_blocks"]

_LABEL_LEAST = 24
_WHERE_LEAST = 24


@dataclass(frozen=True, slots=True)
class _Layout:
    """Widths in terminal columns; `where` is 0 where the gates' lines do not fit beside the matrix."""

    label: int
    devices: tuple[int, ...]
    blocks: tuple[range, ...]
    where: int


def matrix_blocks(
    sections: Sequence[Section], devices: Sequence[DeviceColumn], totals: MatrixRow, width: int, colour: bool
) -> list[str]:
    """Return the lines of the matrix; each block of devices repeats the row labels."""
    rows = [row for section in sections for row in section.rows]
    layout = _plan([*rows, totals], devices, width)
    lines: list[str] = []
    for block in layout.blocks:
        shown = [devices[index] for index in block]
        table = [_header(shown), *_body(sections, shown), [], _row(totals, shown, "bold")]
        widths = [layout.label, *(layout.devices[index] for index in block), layout.where]
        lines += [*([""] if lines else []), *lay_out([_padded(row, len(widths)) for row in table], widths, colour)]
    return lines


def _plan(rows: Sequence[MatrixRow], devices: Sequence[DeviceColumn], width: int) -> _Layout:
    natural = max(display_width(_label(row)) for row in rows)
    widths = tuple(_device_width(device, rows) for device in devices)
    together = sum(widths) + len(widths)
    if width - together >= min(natural, _LABEL_LEAST):
        label = min(natural, width - together)
        where = _where_width(rows, width - together - label - 1)
        return _Layout(label, widths, (range(len(widths)),), where)
    label = min(natural, _LABEL_LEAST)
    return _Layout(label, widths, tuple(split_columns(widths, width - label - 1)), 0)


def _device_width(device: DeviceColumn, rows: Iterable[MatrixRow]) -> int:
    return max(len(device.capability), *(display_width(row.cells[device.id][0]) for row in rows))


def _where_width(rows: Iterable[MatrixRow], room: int) -> int:
    wanted = max(display_width(row.where) for row in rows)
    return min(wanted, room) if room >= min(wanted, _WHERE_LEAST) else 0


def _header(devices: Sequence[DeviceColumn]) -> list[Span]:
    return [Span("", "bold"), *(Span(device.capability, "bold") for device in devices), Span("gate", "dim")]


def _body(sections: Sequence[Section], devices: Sequence[DeviceColumn]) -> Iterable[list[Span]]:
    for section in sections:
        if len(sections) > 1 or section.title == UNNAMED:
            yield [Span(section.title, "dim")]
        for row in section.rows:
            yield _row(row, devices, "bold" if row.bold else "")


def _row(row: MatrixRow, devices: Sequence[DeviceColumn], style: str) -> list[Span]:
    cells = (Span(*row.cells[device.id]) for device in devices)
    label = _label(row)
    return [Span(label, style, is_path="/" in label), *cells, Span(printable(row.where), "dim", is_path=True)]


def _label(row: MatrixRow) -> str:
    return "  " * row.level + printable(row.label)


def _padded(row: list[Span], length: int) -> list[Span]:
    return row if len(row) < 2 else [*row, *[Span("")] * (length - len(row))]
