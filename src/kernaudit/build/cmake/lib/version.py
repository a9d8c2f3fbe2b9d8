"""Version comparison: what VERSION_LESS, VERSION_EQUAL and the others mean.

Components are decimal numbers between dots; comparison ends at the first character that is neither (so `9.0a` equals
`9.0`), leading zeros do not count and missing components are zero (cmake's documentation of `if(... VERSION_*)`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["compare_versions"]

_Key = tuple[tuple[int, str], ...]
_LEADING: Final = re.compile(r"(?:[0-9]+(?:\.[0-9]+)*)?")
_DIGITS: Final = re.compile(r"[0-9]*")
_ASCII_DIGITS: Final = frozenset("0123456789")


@lru_cache(maxsize=4096)
def _key(text: str) -> _Key | None:
    """A sortable key, or None where an empty component makes the answer depend on the other side."""
    match = _LEADING.match(text)
    end = match.end() if match else 0
    if text.startswith(".", end):
        return None
    numbers = [part.lstrip("0") for part in text[:end].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple((len(number), number) for number in numbers)


def compare_versions(left: str, right: str) -> int:
    """Negative, zero or positive as `left` is older than, equal to or newer than `right`."""
    first, second = _key(left), _key(right)
    if first is None or second is None:
        return _compare_pairwise(left, right)
    return (first > second) - (first < second)


def _compare_pairwise(left: str, right: str) -> int:
    """The component walk itself: an empty component is zero as long as the other side goes on."""
    i = j = 0
    while _digit(left, i) or _digit(right, j):
        first, second = _DIGITS.match(left, i), _DIGITS.match(right, j)
        assert first is not None  # the pattern matches the empty string
        assert second is not None
        one, two = first.group().lstrip("0"), second.group().lstrip("0")
        if one != two:
            return 1 if (len(one), one) > (len(two), two) else -1
        i, j = first.end(), second.end()
        i += left.startswith(".", i)
        j += right.startswith(".", j)
    return 0


def _digit(text: str, at: int) -> bool:
    return text[at : at + 1] in _ASCII_DIGITS
