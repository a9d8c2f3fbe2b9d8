"""Values that reading alone cannot tell: a marker inside ordinary strings that carries its origin.

A marker travels freely through `set`, lists and quoting. Only consumers look for it: what depends on the text of a
marker becomes a new marker, and a comparison with one is neither true nor false.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.evidence import Location

__all__ = ["Unknown", "UnknownRegistry", "any_unknown", "contains_unknown", "is_unknown", "sanitize"]

_OPEN: Final = "\ufdd0"
_CLOSE: Final = "\ufdd1"
_MARKER: Final = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")


def contains_unknown(text: str) -> bool:
    """Whether any part of the text is not known."""
    return _OPEN in text


def any_unknown(texts: Iterable[str]) -> bool:
    """Whether any part of any of the texts is not known."""
    return _OPEN in "\n".join(texts)


def is_unknown(text: str) -> bool:
    """Whether the whole text is one unknown value."""
    return text.startswith(_OPEN) and _MARKER.fullmatch(text) is not None


def sanitize(text: str) -> str:
    """Text from outside, in which nothing can pass for a marker."""
    if _OPEN in text or _CLOSE in text:
        return text.replace(_OPEN, "\ufffd").replace(_CLOSE, "\ufffd")
    return text


@dataclass(frozen=True, slots=True)
class Unknown:
    """Where an unknown value came from."""

    origin: str
    location: Location


class UnknownRegistry:
    """The unknown values of one evaluation."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: list[Unknown] = []

    def new(self, origin: str, location: Location) -> str:
        """Return the marker of a new unknown value."""
        self._known.append(Unknown(origin, location))
        return f"{_OPEN}{len(self._known) - 1}{_CLOSE}"

    def again(self, known: Unknown) -> str:
        """Return the marker of another unknown value with the same origin."""
        return self.new(known.origin, known.location)

    def first(self, texts: Iterable[str]) -> Unknown | None:
        """Return the origin of the first unknown value in the texts."""
        for text in texts:
            match = _MARKER.search(text)
            if match:
                return self._known[int(match.group(1))]
        return None

    def describe(self, text: str) -> str:
        """Return the text for a reader: each marker replaced by `<unknown: origin>`."""
        if _OPEN not in text:
            return text
        return _MARKER.sub(lambda match: f"<unknown: {self._known[int(match.group(1))].origin}>", text)
