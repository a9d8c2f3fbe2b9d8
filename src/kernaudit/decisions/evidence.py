"""What decisions take besides the report: rules, ties, cost inputs and the date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from kernaudit.model.decision import BranchFact

if TYPE_CHECKING:
    from kernaudit.decisions.cost import CostInputs
    from kernaudit.decisions.ties import Ties
    from kernaudit.model.knowledge import Fact
    from kernaudit.model.report import Report
    from kernaudit.ruleset.load import Rules

__all__ = ["Basis", "day_of"]


@dataclass(frozen=True, slots=True)
class Basis:
    """All that a decision rests on."""

    report: Report
    rules: Rules
    ties: Ties
    inputs: CostInputs
    stale_before: str | None = None

    def fact(self, fact: Fact) -> BranchFact:
        """A fact as a report prints it."""
        return BranchFact(fact.text, fact.source, fact.date, fact.grade, fact.older_than(self.stale_before))

    @property
    def today(self) -> date | None:
        """The date that the user gave; None without one, or where it is no ISO date."""
        return day_of(self.report.input.as_of)


def day_of(text: str | None) -> date | None:
    """An ISO date, or None."""
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        return None
