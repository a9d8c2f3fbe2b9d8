"""A whole report with its pins and what to do about each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.decisions.decide import decide_on
from kernaudit.decisions.ties import Ties
from kernaudit.decisions.untuned import untuned_report

if TYPE_CHECKING:
    from kernaudit.config.model import Config
    from kernaudit.model.report import Report
    from kernaudit.ruleset.load import Rules

__all__ = ["decided_report"]


def decided_report(report: Report, rules: Rules, config: Config | None) -> Report:
    """The report with pins, decisions and the knowledge base's notes; it must not have been narrowed before.

    Raises:
        UsageError: a configured pin matches nothing or two things, or a cost input does not exist.
    """
    ties = Ties(report, rules.kernels, None if config is None else config.project)
    pins, decisions = decide_on(ties, rules, config)
    noted = untuned_report(ties)
    given = replace(report.input, config=None if config is None else config.file)
    return replace(noted, input=given, pins=pins, decisions=decisions)
