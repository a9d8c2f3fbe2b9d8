"""Text for a terminal: nothing that a hostile tree names may move the cursor, change colours or break a line."""

from __future__ import annotations

import unicodedata

__all__ = ["display_width", "fit", "fit_path", "printable", "wrap"]

_ELLIPSIS = "…"


def printable(text: str) -> str:
    r"""Return `text` on one line, with everything that is not printable spelled as `\xNN`."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _spelled(c) for c in text)


def _spelled(character: str) -> str:
    return " " if character in "\n\t" else character.encode("unicode_escape").decode("ascii")


def display_width(text: str) -> int:
    """Return the terminal columns that printable text takes (wide characters take two, combining ones none)."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def fit(text: str, width: int) -> str:
    """Return `text` cut in the middle to `width` columns: names of siblings differ at their ends."""
    if display_width(text) <= width:
        return text
    if width < 2:
        return _ELLIPSIS[:width]
    tail = (width - 1) // 2
    return _head(text, width - 1 - tail) + _ELLIPSIS + _tail(text, tail)


def fit_path(path: str, width: int) -> str:
    """Return a path cut at its front to `width` columns: its end is the file. Blanks before it stay."""
    if display_width(path) <= width:
        return path
    indent = " " * min(len(path) - len(path.lstrip(" ")), max(0, width - 1))
    return (indent + _ELLIPSIS)[:width] + _tail(path, width - 1 - len(indent))


def _head(text: str, width: int) -> str:
    taken = ""
    for character in text:
        if display_width(taken + character) > width:
            break
        taken += character
    return taken


def _tail(text: str, width: int) -> str:
    return _head(text[::-1], width)[::-1]


def wrap(text: str, width: int, indent: str = "  ", first: str = "") -> list[str]:
    """Return the lines of a paragraph; the first starts with `first`, later ones with `indent`.

    Words that are longer than a line are kept whole.
    """
    lines: list[str] = []
    line, empty = first, True
    for word in printable(text).split():
        joined = line + word if empty else f"{line} {word}"
        if not empty and display_width(joined) > width:
            lines.append(line)
            joined = indent + word
        line, empty = joined, False
    return lines if empty else [*lines, line]
