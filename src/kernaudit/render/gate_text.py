"""The gate's answer as sentences, for every format that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.problems import outcome_line, shown_problems

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.model.gate import GateOutcome
    from kernaudit.model.report import Report
    from kernaudit.render.problems import Shown

__all__ = ["gate_sentences", "problem_sentence"]

_MOST = 200
"""Failures, improvements or stale entries; files for machines have them all."""
_ALIKE = 5
"""Problems of a rule that do not fail the gate: hundreds of cells that nobody can decide would bury what fails."""


def gate_sentences(report: Report) -> list[str]:
    """Return the problems, what improved, what is stale, and the answer last; nothing for a report without a gate."""
    gate = report.gate
    if gate is None:
        return []
    return [*_problems(shown_problems(report)), *_rest(gate), f"{report.input.root_name}: gate {outcome_line(report)}"]


def _problems(shown: Sequence[Shown]) -> Iterator[str]:
    """What fails, then some of the rest by rule, then what is suppressed."""
    others: dict[str, list[Shown]] = {}
    for one in (one for one in shown if not one.problem.fails and one.problem.ignored is None):
        others.setdefault(one.problem.rule, []).append(one)
    yield from _some("failing", [one for one in shown if one.problem.fails], _MOST)
    for rule, found in others.items():
        yield from _some(rule, found, _ALIKE)
    yield from _some("suppressed", [one for one in shown if one.problem.ignored is not None], _MOST)


def _some(name: str, found: Sequence[Shown], most: int) -> Iterator[str]:
    yield from (problem_sentence(one) for one in found[:most])
    if len(found) > most:
        yield f"... and {len(found) - most:,} more: {name}; -o report.json has them all"


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
