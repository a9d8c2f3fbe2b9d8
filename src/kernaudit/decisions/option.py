"""A branch before it is printed: its price as a function of the inputs, so that a break-even can be found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.decisions.cost import CostInputs
    from kernaudit.model.decision import Branch, Cost

__all__ = ["Open", "Option"]


@dataclass(frozen=True, slots=True)
class Open:
    """The number that a branch would need for a price: cost = (value - free) x price of one unit."""

    name: str
    unit_price: Callable[[CostInputs], float]
    free: float = 0.0


@dataclass(frozen=True, slots=True)
class Option:
    """A branch, its price under any inputs, and what is missing where it has no price.

    None where no number would give it one: there is nothing to go back to.
    """

    branch: Branch
    price: Callable[[CostInputs], Cost]
    missing: Open | None
