"""The problems of a report as formats for machines list them: one per rule, kernel and place, with its devices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.matrix.problems import defects, not_running
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.gate import Problem
    from kernaudit.model.report import Report
    from kernaudit.render.base import View

__all__ = ["Shown", "in_repository", "outcome_line", "place_of", "shown_problems"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A problem with all devices that have it."""

    problem: Problem
    devices: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentence, with the devices that it does not name itself."""
        others = [device for device in self.devices if device != self.problem.device]
        return self.problem.text + (f" (also on {', '.join(others)})" if others else "")


def shown_problems(report: Report) -> list[Shown]:
    """Return the gate's problems; of a report without a gate what is wrong, and what does not run."""
    gate = report.gate
    return _grouped((*defects(report), *not_running(report)) if gate is None else gate.problems)


def place_of(report: Report, problem: Problem, view: View) -> Location:
    """Return the line of the repository to show a problem at.

    What has none stands at the first build line or file of the report, else at the configuration, which is where it
    would be suppressed.
    """
    own = problem.location
    found = _somewhere(report) if own is None or own.file.startswith("<") else own
    return in_repository(found or Location("kernaudit.yaml", 1), view)


def in_repository(place: Location, view: View) -> Location:
    """Return a line of the tree as one of the repository that holds it."""
    return replace(place, file=f"{view.prefix}{place.file}", line=max(place.line, 1))


def outcome_line(report: Report) -> str:
    """Return the gate's answer in one line."""
    gate = report.gate
    assert gate is not None
    failing = sum(one.fails for one in gate.problems)
    ignored = sum(one.ignored is not None for one in gate.problems)
    warned = len(gate.problems) - failing - ignored
    warnings = "1 warning" if warned == 1 else f"{warned} warnings"
    parts = [f"{failing} failing", warnings, f"{ignored} suppressed", f"{len(gate.improvements)} improved"]
    return f"{'FAILED' if gate.failed else 'passed'}: {', '.join(parts)}"


def _somewhere(report: Report) -> Location | None:
    places = (reason.location for row in report.kernels for cell in row.cells.values() for reason in cell.reasons)
    return next((one for one in places if one is not None and not one.file.startswith("<")), None)


def _grouped(problems: Iterable[Problem]) -> list[Shown]:
    groups: dict[tuple[object, ...], list[Problem]] = {}
    for one in problems:
        about = one.kernel or one.text
        groups.setdefault((one.rule, one.level, about, one.location, one.ignored), []).append(one)
    return [
        Shown(found[0], tuple(dict.fromkeys(one.device for one in found if one.device is not None)))
        for found in groups.values()
    ]
