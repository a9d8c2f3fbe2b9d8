"""Columns of text with colours, laid out to the width of a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.render.plain import display_width, fit, fit_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Span", "lay_out", "paint", "split_columns"]

_GAP = 1
_CODES: Mapping[str, str] = {"good": "32", "fair": "36", "warn": "33", "bad": "31", "bold": "1", "dim": "2"}


@dataclass(frozen=True, slots=True)
class Span:
    """Printable text in one style (empty for none); `is_path` says which end to keep where it does not fit."""

    text: str
    style: str = ""
    is_path: bool = False


def paint(span: Span, colour: bool) -> str:
    """Return the text with the terminal codes of its style, or plain."""
    code = _CODES.get(span.style)
    return f"\x1b[{code}m{span.text}\x1b[0m" if colour and code and span.text else span.text


def lay_out(rows: Sequence[Sequence[Span]], widths: Sequence[int], colour: bool) -> list[str]:
    """Return one line per row, every column cut or filled to its width; a row of one span runs across."""
    room = sum(widths) + _GAP * (len(widths) - 1)
    return [_line(row, widths if len(row) > 1 else (room,) * len(row), colour) for row in rows]


def split_columns(widths: Sequence[int], room: int) -> list[range]:
    """Split columns (widths without gaps) into the fewest blocks that fit into `room`, about equally long.

    A column that is wider than the room gets a block of its own.
    """
    if not widths:
        return []
    fewest = len(_greedy(widths, room, len(widths)))
    longest = next(length for length in range(1, len(widths) + 1) if len(_greedy(widths, room, length)) <= fewest)
    return _greedy(widths, room, longest)


def _greedy(widths: Sequence[int], room: int, longest: int) -> list[range]:
    blocks: list[range] = []
    start, used = 0, 0
    for index, width in enumerate(widths):
        if index > start and (used + width > room or index - start == longest):
            blocks.append(range(start, index))
            start, used = index, 0
        used += width + _GAP
    return [*blocks, range(start, len(widths))]


def _line(row: Sequence[Span], widths: Sequence[int], colour: bool) -> str:
    cells = []
    for span, width in zip(row, widths, strict=True):
        shown = fit_path(span.text, width) if span.is_path else fit(span.text, width)
        filler = " " * (width - display_width(shown))
        cells.append(paint(Span(shown, span.style), colour) + filler)
    return (" " * _GAP).join(cells).rstrip()
