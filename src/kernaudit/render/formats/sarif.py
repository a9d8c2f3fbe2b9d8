"""SARIF 2.1.0 as code scanning services take it: every result has a place, a relative URI and a fingerprint."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from kernaudit.model.evidence import FindingLevel
from kernaudit.render.base import Format
from kernaudit.render.plain import printable
from kernaudit.render.problem_rules import rule_text
from kernaudit.render.problems import in_repository, place_of, shown_problems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.model.evidence import Location
    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.cells import Json
    from kernaudit.render.problems import Shown

__all__ = ["FORMAT"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_MOST = 20_000
"""GitHub refuses a run with more than 25,000 results."""
_MOST_PLACES = 100
"""GitHub shows so many places of a result, and refuses more than 1,000."""
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")


def _render(report: Report, view: View) -> str:
    shown = shown_problems(report)
    rules = sorted({one.problem.rule for one in shown})
    run: Json = {
        "tool": {"driver": _driver(report, rules)},
        "columnKind": "utf16CodeUnits",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": _notifications(report, shown)}],
        "results": _results(report, view, shown[:_MOST], rules),
    }
    document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _driver(report: Report, rules: Sequence[str]) -> Json:
    return {
        "name": report.tool.name,
        "version": report.tool.version,
        "rules": [_rule(rule) for rule in rules],
    }


def _rule(rule: str) -> Json:
    text = rule_text(rule)
    return {
        "id": rule,
        "name": "".join(word.capitalize() for word in rule.split("-")),
        "shortDescription": {"text": text.title},
        "fullDescription": {"text": text.help},
        "help": {"text": text.help, "markdown": text.help},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"tags": ["cuda", "gpu"]},
    }


def _results(report: Report, view: View, shown: Sequence[Shown], rules: Sequence[str]) -> list[Json]:
    index = {rule: number for number, rule in enumerate(rules)}
    seen: Counter[str] = Counter()
    results = []
    for one in shown:
        mark = one.problem.fingerprint
        seen[mark] += 1
        result = _result(report, view, one, index)
        result["partialFingerprints"] = {"primaryLocationLineHash": f"{mark}:{seen[mark]}", "kernaudit/v1": mark}
        results.append(result)
    return results


def _result(report: Report, view: View, one: Shown, index: dict[str, int]) -> Json:
    problem = one.problem
    place = place_of(report, problem, view)
    result: Json = {
        "ruleId": problem.rule,
        "ruleIndex": index[problem.rule],
        "level": FindingLevel.NOTE if problem.ignored is not None else problem.level,
        "message": {"text": printable(one.text)},
        "locations": [_location(place)],
    }
    others = [other for other in (in_repository(one, view) for one in problem.places) if other != place]
    if others:
        result["relatedLocations"] = [
            {"id": number, **_location(other)} for number, other in enumerate(others[:_MOST_PLACES], 1)
        ]
    if problem.ignored is not None:
        kind = "external" if problem.ignored.location.file.endswith((".yaml", ".toml")) else "inSource"
        result["suppressions"] = [{"kind": kind, "justification": printable(problem.ignored.reason)}]
    result["properties"] = {"kernel": printable(problem.kernel or ""), "devices": list(one.devices)}
    return result


def _location(place: Location) -> Json:
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(place.file)}, "region": {"startLine": place.line}}}


def _uri(path: str) -> str:
    data = path.encode("utf-8", "backslashreplace")
    return "".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in data)


def _notifications(report: Report, shown: Sequence[Shown]) -> list[Json]:
    texts = list(report.gate.remarks) if report.gate is not None else []
    if len(shown) > _MOST:
        texts.append(f"{len(shown) - _MOST} further results were left out; the JSON report has them all")
    return [{"level": "note", "message": {"text": printable(text)}} for text in texts]


FORMAT = Format("sarif", ("sarif",), _render)
