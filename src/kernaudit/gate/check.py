"""The gate, one screen: policy, baseline and suppressions against a report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.gate.ignores import apply_ignores, of_comments, of_config
from kernaudit.gate.ratchet import compare
from kernaudit.gate.require import unmet
from kernaudit.matrix.problems import defects, not_running
from kernaudit.model.evidence import FindingLevel
from kernaudit.model.gate import GateOutcome, GateRule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kernaudit.config.model import GatePolicy
    from kernaudit.gate.baseline import Baseline
    from kernaudit.gate.comments import Comment
    from kernaudit.gate.ignores import Ignore
    from kernaudit.gate.successors import FindName
    from kernaudit.model.gate import Problem
    from kernaudit.model.report import Report

__all__ = ["GateInput", "judge"]

_ORDER = {FindingLevel.ERROR: 0, FindingLevel.WARNING: 1, FindingLevel.NOTE: 2}


@dataclass(frozen=True, slots=True)
class GateInput:
    """What a report is held against.

    Attributes:
        policy: what fails.
        device_id: any spelling of a device -> its id.
        baseline: what was agreed on before.
        comments: suppressions that stand in the sources.
        ignores: whether suppressions count.
        as_of: today (ISO), for suppressions that expire.
        find: looks for names in the files of the tree.
    """

    policy: GatePolicy
    device_id: Callable[[str], str]
    baseline: Baseline | None = None
    comments: Sequence[Comment] = ()
    ignores: bool = True
    as_of: str | None = None
    find: FindName | None = None


def judge(report: Report, given: GateInput) -> GateOutcome:
    """Return what the gate says.

    Raises:
        InputError: the baseline cannot be compared with this report.
        UsageError: a device or an expiry of the policy cannot be understood.
    """
    compared = None if given.baseline is None else compare(given.baseline, report, given.find)
    lost = () if compared is None else compared.problems
    found = [*unmet(report, given.policy.require, given.device_id), *lost, *defects(report)]
    found += _unknown(report, given.policy)
    problems, unused = apply_ignores((_levelled(one, given.policy) for one in found), _ignores(given))
    return GateOutcome(
        problems=tuple(sorted(problems, key=_order)),
        improvements=() if compared is None else compared.improvements,
        stale=() if compared is None else compared.stale,
        unused=tuple(unused),
        remarks=(*(() if compared is None else compared.remarks), *_remarks(report, given)),
        compared=0 if compared is None else compared.compared,
    )


def _levelled(problem: Problem, policy: GatePolicy) -> Problem:
    """What the policy fails on is an error; the rest is not, whoever found it."""
    rule = GateRule.BUILD_BREAK if problem.rule in _STOPS else problem.rule
    if rule in policy.fail_on:
        return replace(problem, level=FindingLevel.ERROR)
    if problem.level is FindingLevel.ERROR and rule not in _POLICY:
        return replace(problem, level=FindingLevel.WARNING)
    return problem


_STOPS = frozenset({"configure-error", "unknown-target"})
"""Findings by which a build stops, as it does at a build break."""

_POLICY = frozenset({GateRule.REQUIREMENT, GateRule.UNKNOWN})
"""Errors by other words of the policy than `fail_on`."""


def _unknown(report: Report, policy: GatePolicy) -> Iterator[Problem]:
    level = {"warn": FindingLevel.WARNING, "fail": FindingLevel.ERROR}.get(policy.unknown)
    if level is not None:
        for problem in not_running(report):
            if problem.rule == GateRule.UNKNOWN:
                yield replace(problem, level=level)


def _ignores(given: GateInput) -> list[Ignore]:
    if not given.ignores:
        return []
    return [*of_comments(given.comments), *of_config(given.policy.ignore, given.device_id, given.as_of)]


def _remarks(report: Report, given: GateInput) -> Iterable[str]:
    if given.baseline is None and not given.policy.require and "regression" in given.policy.fail_on:
        yield "no baseline and no requirement: only what is wrong by itself can fail this gate"
    if any(finding.id == "code-not-read" for finding in report.findings):
        yield "the code behind the images was not read: a cell that runs says which image loads, no more"


def _order(problem: Problem) -> tuple[bool, int, str, str, int, str, str]:
    place = problem.location
    file, line = ("", 0) if place is None else (place.file, place.line)
    level = _ORDER[problem.level]
    return (problem.ignored is not None, level, problem.rule, file, line, problem.kernel or "", problem.device or "")
