"""Bounds of one evaluation: a hostile script ends with an error that names the line."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one evaluation may do.

    `steps` counts commands (the largest real configuration measured needs 105,000), `depth` nested calls and
    includes (cmake's own limit), `value` the characters of one value, `volume` the characters of all large values
    together; `seconds` is processor time, a net under what the counts do not see (real configurations take a
    hundredth of it).
    """

    steps: int = 200_000
    depth: int = 1_000
    value: int = 4_000_000
    volume: int = 256_000_000
    seconds: float = 8.0
