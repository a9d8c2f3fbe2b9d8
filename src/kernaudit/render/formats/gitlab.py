"""gitlab: a code quality report, which GitLab shows in merge requests."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING

from kernaudit.model.evidence import FindingLevel
from kernaudit.render.base import Format
from kernaudit.render.plain import printable
from kernaudit.render.problems import place_of, shown_problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.cells import Json
    from kernaudit.render.problems import Shown

__all__ = ["FORMAT"]

_SEVERITIES: Mapping[FindingLevel, str] = {
    FindingLevel.ERROR: "critical",
    FindingLevel.WARNING: "minor",
    FindingLevel.NOTE: "info",
}


def _render(report: Report, view: View) -> str:
    seen: Counter[str] = Counter()
    issues = []
    for one in shown_problems(report):
        mark = one.problem.fingerprint
        seen[mark] += 1
        issues.append(_issue(report, view, one, mark if seen[mark] == 1 else _numbered(mark, seen[mark])))
    return json.dumps(issues, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _numbered(mark: str, number: int) -> str:
    """GitLab drops all but one issue of a fingerprint."""
    return hashlib.sha256(f"{mark}:{number}".encode()).hexdigest()[:32]


def _issue(report: Report, view: View, one: Shown, mark: str) -> Json:
    problem = one.problem
    place = place_of(report, problem, view)
    why = "" if problem.ignored is None else f" (suppressed: {problem.ignored.reason})"
    return {
        "description": printable(one.text + why),
        "check_name": problem.rule,
        "fingerprint": mark,
        "severity": "info" if problem.ignored is not None else _SEVERITIES[problem.level],
        "location": {
            "path": printable(place.file),
            "lines": {"begin": place.line},
        },
    }


FORMAT = Format("gitlab", (), _render)
