"""Semicolon lists: how cmake takes a value apart and puts it together, and its natural order."""

from __future__ import annotations

import re
from functools import cmp_to_key
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["append_list", "expand_list", "join_list", "natural_key", "split_list", "strverscmp"]

_SPECIAL: Final = re.compile(r"\\;|[\[\];]")
_ZEROS: Final = re.compile(r"0*(?=[0-9])")
_DIGITS: Final = re.compile(r"[0-9]*")


def split_list(text: str) -> list[str]:
    r"""The elements of a list value, empty ones included; the empty value is the empty list (as `list()` sees it).

    A `;` inside unbalanced brackets does not separate, and `\;` stands for `;` (cmake-language(7), Lists).
    """
    if ";" not in text:
        return [text] if text else []
    if "[" in text or "]" in text or "\\" in text:
        return _split_nested(text)
    return text.split(";")


def expand_list(text: str) -> list[str]:
    """The elements without the empty ones: what an unquoted argument becomes."""
    if ";" not in text:
        return [text] if text else []
    return [item for item in split_list(text) if item]


def join_list(items: Iterable[str]) -> str:
    """A list value; `;` inside an element is not protected, as in cmake."""
    return ";".join(items)


def append_list(text: str, items: Iterable[str]) -> str:
    """The list value with elements at its end; no separator after an empty value."""
    tail = ";".join(items)
    return f"{text};{tail}" if text else tail


def _split_nested(text: str) -> list[str]:
    items: list[str] = []
    pieces: list[str] = []
    depth = last = 0
    for match in _SPECIAL.finditer(text):
        mark = match.group()
        if mark == "[":
            depth += 1
        elif mark == "]":
            depth -= 1
        elif mark == "\\;":
            pieces.append(text[last : match.start()])
            last = match.start() + 1
        elif depth == 0:
            pieces.append(text[last : match.start()])
            items.append("".join(pieces))
            pieces.clear()
            last = match.end()
    items.append("".join([*pieces, text[last:]]))
    return items


def strverscmp(left: str, right: str) -> int:
    """Order of version strings as glibc's strverscmp: digit runs as numbers, leading zeros as fractions."""
    if left == right:
        return 0
    at = _first_difference(left, right)
    first, second = left[at : at + 1], right[at : at + 1]
    begin = at
    while begin and left[begin - 1] in "0123456789":
        begin -= 1
    if begin != at or (_is_digit(first) and _is_digit(second)):
        zeros = _run(_ZEROS, right, begin) - _run(_ZEROS, left, begin)
        if zeros:
            return zeros
        if _run(_ZEROS, left, begin) == begin:
            digits = _run(_DIGITS, left, at) - _run(_DIGITS, right, at)
            if digits:
                return digits
    return -1 if first < second else 1


def _first_difference(left: str, right: str) -> int:
    for at, (one, two) in enumerate(zip(left, right, strict=False)):
        if one != two:
            return at
    return min(len(left), len(right))


def _is_digit(char: str) -> bool:
    return char in "0123456789" and char != ""


def _run(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


natural_key: Final[Callable[[str], object]] = cmp_to_key(strverscmp)
"""Sort key of `COMPARE NATURAL`."""
