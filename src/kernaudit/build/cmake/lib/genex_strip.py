"""string(GENEX_STRIP): a value without its generator expressions."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["strip_empty_elements", "strip_genex"]

_TOKEN: Final = re.compile(r"\$<|>")


def strip_genex(text: str) -> str:
    """The text outside `$<...>`, without the empty list elements that remain; an open expression stays as it is."""
    pieces: list[str] = []
    last = depth = begin = 0
    for match in _TOKEN.finditer(text):
        if match.group() == "$<":
            if depth == 0:
                pieces.append(text[last : match.start()])
                begin = match.start()
            depth += 1
        elif depth:
            depth -= 1
            last = match.end()
    tail = text[begin:] if depth else text[last:]
    return strip_empty_elements("".join([*pieces, tail]))


def strip_empty_elements(text: str) -> str:
    """The list value without empty elements (a plain split at `;`, no escapes)."""
    return ";".join(item for item in text.split(";") if item) if ";" in text else text
