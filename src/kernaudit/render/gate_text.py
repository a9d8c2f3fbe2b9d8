"""The gate's answer as sentences, for every format that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.problems import outcome_line, shown_problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.model.gate import GateOutcome
    from kernaudit.model.report import Report
    from kernaudit.render.problems import Shown

__all__ = ["gate_sentences", "problem_sentence"]

_MOST = 200
"""Problems, improvements or stale entries; files for machines have them all."""


def gate_sentences(report: Report) -> list[str]:
    """Return the problems, what improved, what is stale, and the answer last; nothing for a report without a gate."""
    gate = report.gate
    if gate is None:
        return []
    shown = shown_problems(report)
    more = [f"... and {len(shown) - _MOST} more problems; -o report.json has them all"] if len(shown) > _MOST else []
    problems = [problem_sentence(one) for one in shown[:_MOST]]
    return [*problems, *more, *_rest(gate), f"{report.input.root_name}: gate {outcome_line(report)}"]


def problem_sentence(one: Shown) -> str:
    """Return one problem with its place, level, rule, and why it is suppressed where it is."""
    problem = one.problem
    place = "" if problem.location is None else f"{problem.location}: "
    ignored = problem.ignored
    level = "suppressed" if ignored is not None else problem.level.value
    why = "" if ignored is None else f" (suppressed at {ignored.location}: {ignored.reason})"
    return f"{place}{level}: {one.text} [{problem.rule}]{why}"


def _rest(gate: GateOutcome) -> Iterator[str]:
    for move in gate.improvements[:_MOST]:
        yield f"improved: {move.kernel} on {move.device}: {move.before} -> {move.after}"
    for move in gate.stale[:_MOST]:
        yield f"stale: {move.kernel} on {move.device} ({move.before}) is in the baseline and gone from the tree"
    for one in gate.unused:
        yield f"{one.location}: unused suppression: {one.text}"
    for text in gate.remarks:
        yield f"note: {text}"
