"""How much is known of a number of bytes, whatever the device: exactly, between bounds, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.bounds import View, possible
from kernaudit.facts.shared_memory.term import Query, walk
from kernaudit.facts.shared_memory.wording import missing_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.shared_memory.term import Term

__all__ = ["Amount", "Bounds", "Bytes", "Unknown", "amount_of", "assuming_all", "view_of"]

_PLAUSIBLE: Final = 1 << 30
"""No device has that much shared memory: a larger end is the range of a type, and says nothing."""


@dataclass(frozen=True, slots=True)
class Bytes:
    """An exact number of bytes."""

    value: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number of bytes that is not known, but where it lies is; `checked`: the program compares it with the limit."""

    low: int
    high: int | None
    missing: tuple[str, ...]
    checked: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """A number of bytes of which nothing is known but that these names decide it."""

    missing: tuple[str, ...]


Amount = Bytes | Bounds | Unknown


def assuming_all(path: Iterable[Term], view: View) -> View:
    """Return the view in which all these conditions hold."""
    for condition in path:
        view = view.assuming(condition, True)
    return view


@lru_cache(maxsize=1024)
def view_of(path: tuple[Term, ...]) -> View:
    """Return what conditions say about any device."""
    return assuming_all(path, View())


@lru_cache(maxsize=4096)
def amount_of(request: Term, path: tuple[Term, ...]) -> Amount:
    """Return how much is known of a request where these conditions hold."""
    found = possible(request, view_of(path))
    if found.value is not None:
        return Bytes(found.value)
    missing = missing_names(request)
    checked = any(isinstance(part, Query) and part.fact.is_shared for term in (request, *path) for part in walk(term))
    low = max(0, found.low or 0)
    high = None if found.high is None or found.high > _PLAUSIBLE else found.high
    return Unknown(missing) if high is None and not low and not checked else Bounds(low, high, missing, checked)
