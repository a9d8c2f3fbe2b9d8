"""gate: what fails, what is suppressed, what improved, as text; what `check` prints by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.base import Format
from kernaudit.render.plain import printable, wrap
from kernaudit.render.problems import outcome_line, shown_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.model.gate import GateOutcome
    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.problems import Shown

__all__ = ["FORMAT"]

_MOST = 200
"""Lines of one kind that a terminal is given; files for machines have them all."""


def _render(report: Report, view: View) -> str:
    width = max(view.width, 40)
    lines = _limited([line for one in shown_problems(report) for line in _problem(one, width)])
    if report.gate is not None:
        lines += [line for text in _rest(report.gate) for line in wrap(text, width)]
        lines.append(printable(f"{report.input.root_name}: gate {outcome_line(report)}"))
    return "\n".join(lines or ["no problems"]) + "\n"


def _problem(one: Shown, width: int) -> list[str]:
    problem = one.problem
    place = "" if problem.location is None else f"{problem.location}: "
    ignored = problem.ignored
    level = "suppressed" if ignored is not None else problem.level.value
    why = "" if ignored is None else f" (suppressed at {ignored.location}: {ignored.reason})"
    return wrap(f"{place}{level}: {one.text} [{problem.rule}]{why}", width, indent="    ")


def _rest(gate: GateOutcome) -> Iterator[str]:
    for move in gate.improvements[:_MOST]:
        yield f"improved: {move.kernel} on {move.device}: {move.before} -> {move.after}"
    for move in gate.stale[:_MOST]:
        yield f"stale: {move.kernel} on {move.device} ({move.before}) is in the baseline and gone from the tree"
    for one in gate.unused:
        yield f"{one.location}: unused suppression: {one.text}"
    for text in gate.remarks:
        yield f"note: {text}"


def _limited(lines: list[str]) -> list[str]:
    more = len(lines) - _MOST
    return [*lines[:_MOST], f"... and {more} more lines; -o report.json has them all"] if more > 0 else lines


FORMAT = Format("gate", (), _render)
