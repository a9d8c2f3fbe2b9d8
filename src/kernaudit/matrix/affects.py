"""Which kernels an assumption touches: those that a fetched project holds, or that its line lets in or keeps out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.matrix.externals import project_name
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.matrix.kernels import MadeRow
    from kernaudit.matrix.lines import SourceLine
    from kernaudit.model.evidence import Location
    from kernaudit.model.report import ReportAssumption

__all__ = ["name_affected"]


def name_affected(assumptions: Iterable[ReportAssumption], rows: Sequence[MadeRow]) -> tuple[ReportAssumption, ...]:
    """Return the assumptions with the kernels that each touches; none is named for one about the whole build."""
    at: dict[Location, dict[str, None]] = {}
    fetched: dict[str, dict[str, None]] = {}
    for made in rows:
        for line in made.lines:
            for place in _places(line):
                at.setdefault(place, {})[made.row.id] = None
            name = project_name(line.path)
            if name is not None:
                fetched.setdefault(name, {})[made.row.id] = None
    return tuple(replace(one, affects=tuple(_affected(one, at, fetched))) for one in assumptions)


def _affected(
    one: ReportAssumption, at: dict[Location, dict[str, None]], fetched: dict[str, dict[str, None]]
) -> Iterable[str]:
    assumption = one.assumption
    if assumption.kind is AssumptionKind.EXTERNAL:
        return fetched.get((assumption.origin or "").lower(), {})
    return at.get(assumption.location, {}) if assumption.location is not None else ()


def _places(line: SourceLine) -> Iterable[Location]:
    """The lines of the build that decide over a source: its gates, what is around them, the calls that compile it."""
    gates = [place for gate in line.gates for place in (gate.location, gate.condition)]
    answers = [answer for answers in line.answers.values() for answer in answers]
    entries = [entry.location for answer in answers for entry in answer.entries]
    refusals = [refusal.location for answer in answers for refusal in answer.refusals]
    return dict.fromkeys(place for place in (*gates, *entries, *refusals) if place is not None)
