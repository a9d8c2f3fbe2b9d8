"""What `if()` takes as true, as false and as a number (cmake's documentation of constants)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from kernaudit.build.cmake.unknown import contains_unknown

__all__ = ["constant_truth", "leading_number", "value_truth"]

_TRUE: Final = frozenset({"1", "ON", "YES", "TRUE", "Y"})
_FALSE: Final = frozenset({"", "0", "OFF", "NO", "FALSE", "N", "IGNORE"})
_LONGEST: Final = 6
_NUMBER: Final = re.compile(
    r"[ \t\n\v\f\r]*(?P<value>[+-]?(?:"
    r"0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
    r"|[iI][nN][fF](?:[iI][nN][iI][tT][yY])?|[nN][aA][nN](?:\([0-9A-Za-z_]*\))?))"
)


def value_truth(value: str) -> bool | None:
    """Whether a variable with this value counts as true; None where the value is not known."""
    if len(value) <= _LONGEST:
        return None if contains_unknown(value) else value.upper() not in _FALSE
    if value.endswith("NOTFOUND") and (len(value) == 8 or value[-9] == "-"):
        return False
    return None if contains_unknown(value) else True


def constant_truth(text: str) -> bool | None:
    """Whether the text itself is a true or a false constant or a number; None if it is none of them."""
    if len(text) <= _LONGEST:
        word = text.upper()
        if word in _TRUE:
            return True
        if word in _FALSE:
            return False
    elif text == "NOTFOUND" or text.endswith("-NOTFOUND"):
        return False
    match = _NUMBER.match(text)
    if match is None or match.end() != len(text):
        return None
    return _to_float(match.group("value")) != 0


@lru_cache(maxsize=4096)
def leading_number(text: str) -> float | None:
    """The number that a text begins with, as `scanf("%lg")` reads it."""
    match = _NUMBER.match(text)
    return _to_float(match.group("value")) if match else None


def _to_float(text: str) -> float:
    word = text.lower()
    if "x" in word:
        try:
            return float.fromhex(text)
        except OverflowError:
            return float("-inf" if word.startswith("-") else "inf")
    return float("nan") if "nan" in word else float(text)
