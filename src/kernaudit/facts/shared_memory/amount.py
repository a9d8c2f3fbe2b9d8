"""How much is known of a number of bytes, whatever the device: exactly, between bounds, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.bounds import Ranges, View, possible
from kernaudit.facts.shared_memory.term import DeviceFact, Missing, asks_limit, leaves_of
from kernaudit.facts.shared_memory.wording import missing_names

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.interval import Range
    from kernaudit.facts.shared_memory.term import Term

__all__ = ["Amount", "Answers", "Bounds", "Bytes", "Unknown", "amount_of", "narrowest_on", "range_on", "ranges_on"]

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
Answers = tuple[tuple[DeviceFact, int], ...]
"""What a device says when it is asked; empty for any device."""


@lru_cache(maxsize=64)
def ranges_on(answers: Answers) -> Ranges:
    """Return what terms can be on a device that answers so; kept, since launches of one unit share most terms."""
    return Ranges(View(dict(answers)))


def _ranges_where(path: tuple[Term, ...], request: Term, answers: Answers) -> Ranges:
    """What terms can be where those conditions hold that say something of what a request is made of."""
    found = ranges_on(answers)
    parts = frozenset(part for part in leaves_of(request) if isinstance(part, Missing))
    for condition in path if parts else ():
        if not parts.isdisjoint(leaves_of(condition)):
            found = found.assuming(condition, True)
    return found


@lru_cache(maxsize=16_384)
def range_on(request: Term, path: tuple[Term, ...], answers: Answers) -> Range:
    """Return a range that holds a number of bytes where these conditions hold, on a device that answers so."""
    return _ranges_where(path, request, answers).of(request)


@lru_cache(maxsize=16_384)
def narrowest_on(request: Term, path: tuple[Term, ...], answers: Answers) -> Range:
    """Return the same range, narrowed by following what is open both ways; costs more."""
    found = range_on(request, path, answers)
    return found if found.value is not None else possible(request, _ranges_where(path, request, answers))


@lru_cache(maxsize=4096)
def amount_of(request: Term, path: tuple[Term, ...]) -> Amount:
    """Return how much is known of a request where these conditions hold."""
    found = narrowest_on(request, path, ())
    if found.value is not None:
        return Bytes(found.value)
    missing = missing_names(request)
    checked = any(map(asks_limit, (request, *path)))
    low = max(0, found.low or 0)
    high = None if found.high is None or found.high > _PLAUSIBLE else found.high
    return Unknown(missing) if high is None and not low and not checked else Bounds(low, high, missing, checked)
