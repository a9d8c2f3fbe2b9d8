"""Bounds of one evaluation: steps, text and time, so that no script runs or grows forever."""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import thread_time
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.errors import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.limits import Limits
    from kernaudit.model.evidence import Location

__all__ = ["LARGE", "Bounds"]

LARGE: Final = 20_000
"""Characters from which on the work on a value is counted."""
_SLICE: Final = 100
"""Commands after which the time is looked at."""


class Bounds(ABC):
    """What is left of the limits. Whoever runs a body takes its commands from `budget`, a slice of the steps."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.budget = 0
        self.volume = limits.volume
        self._later = limits.steps
        self._deadline = thread_time() + limits.seconds

    @property
    @abstractmethod
    def here(self) -> Location:
        """The command that is running."""

    @property
    def steps(self) -> int:
        """The commands run so far (each body counts whole when it is entered)."""
        return self.limits.steps - self._later - self.budget

    def touch(self, value: str) -> None:
        """Count the work on a large value, and refuse one that no build has."""
        size = len(value)
        if size > LARGE:
            self._charge(size)

    def check_total(self, texts: Iterable[str]) -> None:
        """Refuse texts that together are larger than one value may be."""
        size = sum(map(len, texts))
        if size > LARGE:
            self._charge(size)

    def _charge(self, size: int) -> None:
        self.volume -= size
        if size > self.limits.value:
            raise BudgetError(f"a value of {size} characters is larger than this evaluator accepts", self.here)
        if self.volume < 0:
            raise BudgetError("the script works on more text than this evaluator accepts", self.here)
        self._check_time()

    def _check_time(self) -> None:
        if thread_time() > self._deadline:
            raise BudgetError(f"the script runs longer than {self.limits.seconds:g} seconds", self.here)

    def out_of_steps(self) -> None:
        """Take the next slice of the step budget, or stop: no real configuration runs so many commands."""
        self._check_time()
        if self._later <= 0:
            raise BudgetError(f"the script runs more than {self.limits.steps} commands", self.here)
        taken = max(_SLICE, -self.budget)
        self._later -= taken
        self.budget += taken
