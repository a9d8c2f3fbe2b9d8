"""How much longer a wait takes: Kaplan-Meier over the lag table, given the days that have already passed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.lag import LagClass, LagRow

__all__ = ["Curve", "Remaining", "curve_of", "remaining"]

_QUARTILES = (0.75, 0.5, 0.25)
_TOLERANCE = 1e-12
"""Products of fractions miss a quartile that they reach exactly by less than this."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The part of kernels still waiting after each day on which one arrived.

    Attributes:
        steps: (day, part still waiting from that day on), by day.
        waits: every wait of the class, ended or not: its length and whether it ended.
    """

    steps: tuple[tuple[int, float], ...]
    waits: tuple[tuple[int, bool], ...]

    @property
    def last(self) -> int | None:
        """The longest wait that ended; beyond it there is no precedent."""
        return self.steps[-1][0] if self.steps else None

    def waiting(self, day: int) -> float:
        """The part still waiting when that day is over."""
        return next((part for at, part in reversed(self.steps) if at <= day), 1.0)

    def at_risk(self, day: int) -> int:
        """How many were seen waiting longer than that."""
        return sum(length > day for length, _ in self.waits)


@dataclass(frozen=True, slots=True)
class Remaining:
    """Days still to wait in a quarter, half and three quarters of the cases; None: no precedent so long.

    Attributes:
        n: rows of the class.
        at_risk: rows that were still waiting after as many days.
    """

    quartiles: tuple[float | None, float | None, float | None]
    n: int
    at_risk: int
    last: int | None
    elapsed: int

    @property
    def has_precedent(self) -> bool:
        """Whether any kernel arrived after so long a wait."""
        return self.last is not None and self.elapsed < self.last


def curve_of(rows: Iterable[LagRow], kind: LagClass) -> Curve:
    """The curve of one class; a row without an arch date leaves the count at its length without having arrived."""
    waits = sorted((row.days, row.arrived) for row in rows if row.kind is kind)
    steps, part = [], 1.0
    for day in sorted({length for length, arrived in waits if arrived}):
        at_risk = sum(length >= day for length, _ in waits)
        arrived = sum(length == day and ended for length, ended in waits)
        part *= 1 - arrived / at_risk
        steps.append((day, part))
    return Curve(tuple(steps), tuple(waits))


def remaining(curve: Curve, elapsed: int) -> Remaining:
    """Quartiles of the days still to wait after `elapsed` days (negative: the GPU is not on sale yet)."""
    waiting = curve.waiting(elapsed)
    quarter, half, most = (_day_of(curve, elapsed, waiting * part) for part in _QUARTILES)
    return Remaining((quarter, half, most), len(curve.waits), curve.at_risk(elapsed), curve.last, elapsed)


def _day_of(curve: Curve, elapsed: int, level: float) -> float | None:
    """Days after `elapsed` until the part still waiting has fallen to `level`."""
    for day, part in curve.steps:
        if day > elapsed and part <= level + _TOLERANCE:
            return float(day - elapsed)
    return None
