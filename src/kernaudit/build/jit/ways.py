"""The ways through a function that conditions leave of which nothing is known."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Ways"]


@dataclass(slots=True)
class Ways:
    """Goes through them one after the other: a condition goes the same way wherever it stands on one of them.

    Attributes:
        most: after so many the rest is not tried.
    """

    most: int
    _taken: list[tuple[str, bool]] = field(default_factory=list)
    _known: dict[str, bool] = field(default_factory=dict)
    _started: int = 0

    def start(self) -> bool:
        """Begin the next way; False where all have been tried."""
        if self._started:
            while self._taken and self._taken[-1][1]:
                self._taken.pop()
            if not self._taken or self._started >= self.most:
                return False
            self._taken[-1] = (self._taken[-1][0], True)
        self._started += 1
        self._known = dict(self._taken)
        return True

    def __call__(self, condition: str) -> bool:
        """Whether a condition holds on this way."""
        if condition not in self._known:
            self._known[condition] = False
            self._taken.append((condition, False))
        return self._known[condition]
