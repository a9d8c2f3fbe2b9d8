"""Bounds of one evaluation: a hostile script ends with an answer that names the line."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one evaluation may do.

    `steps` counts expressions and statements (FlashAttention-3's setup.py, the largest measured, takes 7,000),
    `depth` nested expressions and calls, `size` the characters or items of one value, `volume` those of all large
    values together; `seconds` is processor time, a net under what the counts do not see.
    """

    steps: int = 200_000
    depth: int = 300
    size: int = 1_000_000
    volume: int = 50_000_000
    seconds: float = 4.0
