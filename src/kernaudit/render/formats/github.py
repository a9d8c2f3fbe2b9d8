"""github: workflow commands that GitHub shows as annotations at the lines of a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.evidence import FindingLevel
from kernaudit.render.base import Format
from kernaudit.render.plain import printable
from kernaudit.render.problem_rules import rule_text
from kernaudit.render.problems import outcome_line, place_of, shown_problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.problems import Shown

__all__ = ["FORMAT"]

_COMMANDS: Mapping[FindingLevel, str] = {
    FindingLevel.ERROR: "error",
    FindingLevel.WARNING: "warning",
    FindingLevel.NOTE: "notice",
}


def _render(report: Report, view: View) -> str:
    lines = [_annotation(report, view, one) for one in shown_problems(report)]
    if report.gate is not None:
        lines += [f"::notice title=kernaudit::{_data(text)}" for text in report.gate.remarks]
        lines.append(f"::notice title=kernaudit::gate {_data(outcome_line(report))}")
    return "\n".join(lines or ["::notice title=kernaudit::no problems"]) + "\n"


def _annotation(report: Report, view: View, one: Shown) -> str:
    problem = one.problem
    level = "notice" if problem.ignored is not None else _COMMANDS[problem.level]
    place = place_of(report, problem, view)
    where = f"file={_property(place.file)},line={place.line},"
    why = "" if problem.ignored is None else f" (suppressed: {problem.ignored.reason})"
    title = f"{rule_text(problem.rule).title} [{problem.rule}]"
    return f"::{level} {where}title={_property(title)}::{_data(one.text + why)}"


def _data(text: str) -> str:
    return printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


FORMAT = Format("github", (), _render)
