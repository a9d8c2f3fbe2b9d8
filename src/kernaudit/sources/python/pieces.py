"""Cuts a Python file into its top-level statements, by lines: parsing a whole tree would cost more than the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Piece", "PieceKind", "cut_pieces", "string_spans"]

_START = re.compile(
    r"\n(?:(?P<deco>@)|(?:async[ \t]+)?def[ \t]+(?P<def>\w+)|class[ \t]+(?P<class>\w+)|(?P<import>from|import)\b"
    r"|(?P<more>else|elif|except|finally)\b|(?P<block>if|try|with|for|while|match)\b"
    r"|(?P<name>[^\W\d]\w*)[ \t]*(?::[^=\n]*)?(?:=(?!=)|\+=)|[^\s#)\]}\"'])"
)
_QUOTES = re.compile(r"\"\"\"|'''")

PieceKind = str
"""`def`, `class`, `import`, `block` (if, try, ...), `name` (an assignment) or `other`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One statement at the left margin: its text runs from `start` to `end`; `line` counts from 1."""

    kind: PieceKind
    name: str | None
    start: int
    end: int
    line: int


def cut_pieces(text: str) -> tuple[Piece, ...]:
    """Return the top-level statements in their order; a decorated one starts with its first decorator."""
    found = list(_joined(_starts(text)))
    if not found:
        return ()
    lines = _line_numbers(text, [start for _, _, start in found])
    ends = [start for _, _, start in found[1:]] + [len(text)]
    return tuple(
        Piece(kind, name, start, end, line) for (kind, name, start), end, line in zip(found, ends, lines, strict=True)
    )


def _starts(text: str) -> Iterator[tuple[str, str | None, int]]:
    """Lines at the left margin that are no text of a triple-quoted string."""
    strings = string_spans(text)
    index = 0
    for match in _START.finditer(f"\n{text}"):  # a search for a letter is several times as fast as one for line starts
        start = match.start()
        while index < len(strings) and strings[index][1] <= start:
            index += 1
        if index < len(strings) and strings[index][0] < start:
            continue
        kind = match.lastgroup or "other"
        yield kind, match[kind] if kind in {"def", "class", "name"} else None, start


def _joined(starts: Iterable[tuple[str, str | None, int]]) -> Iterator[tuple[str, str | None, int]]:
    """Decorators join what they decorate, `else` and its like what they continue."""
    decorated: int | None = None
    for kind, name, start in starts:
        if kind == "more":
            continue
        if kind == "deco":
            decorated = start if decorated is None else decorated
            continue
        yield kind, name, start if decorated is None else decorated
        decorated = None


def string_spans(text: str) -> list[tuple[int, int]]:
    """Return where triple-quoted strings stand; a quote in a comment misleads this, then pieces do not parse."""
    if "'''" not in text:
        return list(_paired(text, '"""'))
    spans: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    for match in _QUOTES.finditer(text):
        if opened is None:
            opened = match.start(), match[0]
        elif match[0] == opened[1]:
            spans.append((opened[0], match.end()))
            opened = None
    return spans


def _paired(text: str, quotes: str) -> Iterator[tuple[int, int]]:
    """The spans where one kind of quotes is all there is."""
    at = text.find(quotes)
    while at >= 0:
        end = text.find(quotes, at + len(quotes))
        if end < 0:
            return
        yield at, end + len(quotes)
        at = text.find(quotes, end + len(quotes))


def _line_numbers(text: str, starts: Iterable[int]) -> Iterator[int]:
    line, at = 1, 0
    for start in starts:
        line += text.count("\n", at, start)
        at = start
        yield line
