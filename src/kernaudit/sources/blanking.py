"""Removes comments from C++ text without moving a line, and finds where a `#` starts no directive.

One compiled pattern walks from one comment or literal to the next (C++ standard, [lex.phases] 3: comments become one
space; [lex.string]: neither comment nor directive starts inside a literal).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Blanked", "blank_comments"]

_ITEM = re.compile(
    r'R"[^()\\\s"]{0,16}\('
    r"|//[^\n]*"
    r"|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
    r'|"[^"\\\n]*(?:\\(?:.|\n)[^"\\\n]*)*"'
    r"|'(?:[^'\\\n]|\\.)[^'\n]{0,8}'"
    r"|/\*"
)


@dataclass(frozen=True, slots=True)
class Blanked:
    """Text without comments, line for line the same; `raw_strings` are the spans of literals that hold line ends."""

    text: str
    raw_strings: tuple[tuple[int, int], ...]


def blank_comments(text: str) -> Blanked:
    """Return the text with every comment replaced by blanks; line ends become a plain newline and none is lost."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():  # one byte per character from here on: positions in the parsed bytes are positions here
        text = text.encode("ascii", "replace").decode("ascii")
    parts: list[str] = []
    raw: list[tuple[int, int]] = []
    copied = length = position = 0
    search = _ITEM.search
    while (match := search(text, position)) is not None:
        start, position = match.span()
        first = text[start]
        if first == "/":
            position = _comment_end(text, start, position)
            comment = text[start:position]
            before = text[copied:start]
            blank = " " + "\n" * comment.count("\n") if "\n" in comment else " "
            parts += (before, blank)
            length += len(before) + len(blank)
            copied = position
        elif first == "R":
            if start == 0 or not _is_word(text[start - 1]) or text[start - 1] in "uUL8":
                position = _raw_end(text, start, position)
                raw.append((start + 1 - copied + length, position - copied + length))
            else:
                position = start + 1  # a name that ends in R, before a plain string
        elif first == "'" and start and text[start - 1].isalnum() and text[start - 1] not in "uUL":
            position = start + 1  # a digit separator: 1'000
    parts.append(text[copied:])
    return Blanked("".join(parts), tuple(raw))


def _comment_end(text: str, start: int, end: int) -> int:
    if text[start + 1] == "*":
        return end if end - start > 2 else len(text)  # never closed: the rest of the file
    while text[end - 1] == "\\" and end < len(text):  # a backslash carries the comment to the next line
        following = text.find("\n", end + 1)
        end = following if following >= 0 else len(text)
    return end


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _raw_end(text: str, start: int, opening_end: int) -> int:
    delimiter = text[start + 2 : opening_end - 1]
    closing = text.find(f'){delimiter}"', opening_end)
    return len(text) if closing < 0 else closing + len(delimiter) + 2
