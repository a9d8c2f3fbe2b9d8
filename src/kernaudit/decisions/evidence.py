"""What decisions take besides the report: rules, the date, and facts that only the tree's readers have."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from kernaudit.model.decision import BranchFact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.decisions.cost import CostInputs
    from kernaudit.decisions.ties import Ties
    from kernaudit.model.evidence import Location
    from kernaudit.model.knowledge import Fact
    from kernaudit.model.report import Report
    from kernaudit.ruleset.load import Rules

__all__ = ["BackendList", "Basis", "TreeEvidence", "day_of"]


@dataclass(frozen=True, slots=True)
class BackendList:
    """Backends in the order in which the tree itself tries them on a device, and the line that says so."""

    names: tuple[str, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class TreeEvidence:
    """What the readers of the tree add.

    Attributes:
        backends: (knowledge base id, device id) -> the tree's own order behind that kernel.
    """

    backends: Mapping[tuple[str, str], BackendList] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Basis:
    """All that a decision rests on."""

    report: Report
    rules: Rules
    ties: Ties
    inputs: CostInputs
    tree: TreeEvidence = field(default_factory=TreeEvidence)
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
