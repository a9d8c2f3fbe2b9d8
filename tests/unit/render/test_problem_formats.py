"""SARIF, annotations, JUnit, code quality, job summary: what services accept, also of hostile names."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft4Validator

from fakes.reports import cell, family, report, row
from kernaudit.model.evidence import FindingLevel, Location
from kernaudit.model.gate import GateOutcome, Ignored, Move, Problem, UnusedIgnore
from kernaudit.model.report import Report
from kernaudit.model.verdict import Layer, Reason, Status
from kernaudit.render.base import View
from kernaudit.render.registry import find_format

SCHEMA = Path(__file__).parents[2] / "fixtures" / "sarif" / "sarif-schema-2.1.0.json"
NASTY = "k<\"&'>]]>\x1b[31m\n::error::x %0A |`#*, \ud800"
AT = Location("csrc/a b%#?.cu", 3)
ERROR, WARNING = FindingLevel.ERROR, FindingLevel.WARNING


def _rendered(name: str, one: Report) -> str:
    return find_format(name).render(one, View())


def _gated(*problems: Problem, **more) -> Report:
    why = Reason(Layer.BUILD, "no", Location("CMakeLists.txt", 2))
    rows = [row("k", {"sm_100": cell("not-built", reasons=(why,))})]
    return replace(report(rows, [family("F", rows)], today=None), gate=GateOutcome(problems, **more))


def _hostile() -> Report:
    ignored = Ignored(NASTY, Location("kernaudit.yaml", 4))
    return _gated(
        Problem("regression", ERROR, NASTY, AT, NASTY, "sm_100", (AT, Location("CMakeLists.txt", 9))),
        Problem("regression", ERROR, NASTY, AT, NASTY, "sm_120", (AT,)),
        Problem("suffix-lost", WARNING, "lost", None, "csrc/k.cu#k", "sm_100"),
        Problem("requirement", ERROR, "gone", Location("<external>/x/y.cu", 1), f"family:{NASTY}"),
        Problem("build-break", ERROR, "breaks", AT, "k.cu@sm_100", None, (AT,), ignored),
        Problem("some-finding", WARNING, "x (CMakeLists.txt:7)", Location("CMakeLists.txt", 7)),
        improvements=(Move(NASTY, "sm_100", Status.NOT_BUILT, Status.NATIVE),),
        stale=(Move("gone", "sm_100", Status.NATIVE),),
        unused=(UnusedIgnore(NASTY, AT),),
        remarks=(NASTY,),
    )


CASES = {"hostile": _hostile(), "nothing": _gated(), "scan": replace(_gated(), gate=None)}


@pytest.mark.parametrize("case", CASES)
def test_sarif_is_valid(case: str) -> None:
    document = json.loads(_rendered("sarif", CASES[case]))
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert list(Draft4Validator(schema).iter_errors(document)) == []


def test_the_schema_is_asked() -> None:
    document = json.loads(_rendered("sarif", CASES["hostile"]))
    del document["runs"][0]["tool"]
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert [error.message for error in Draft4Validator(schema).iter_errors(document)] == [
        "'tool' is a required property"
    ]


@pytest.mark.parametrize("case", CASES)
def test_sarif_is_what_github_takes(case: str) -> None:
    run = json.loads(_rendered("sarif", CASES[case]))["runs"][0]
    declared = run["tool"]["driver"]["rules"]
    assert all(rule["help"]["text"] and rule["help"]["markdown"] and rule["shortDescription"] for rule in declared)
    marks = []
    for result in run["results"]:
        assert declared[result["ruleIndex"]]["id"] == result["ruleId"]
        places = [*result["locations"], *result.get("relatedLocations", [])]
        assert len(result["locations"]) == 1
        for place in places:
            physical = place["physicalLocation"]
            assert re.fullmatch(r"[A-Za-z0-9._~/%-]+", physical["artifactLocation"]["uri"])
            assert not physical["artifactLocation"]["uri"].startswith("/")
            assert physical["region"]["startLine"] >= 1
        marks.append((result["ruleId"], result["partialFingerprints"]["primaryLocationLineHash"]))
    assert len(set(marks)) == len(marks)


def test_sarif_says_levels_places_and_suppressions() -> None:
    results = json.loads(_rendered("sarif", CASES["hostile"]))["runs"][0]["results"]
    by_rule = {one["ruleId"]: one for one in results}
    assert {rule: one["level"] for rule, one in by_rule.items()} == {
        "regression": "error",
        "suffix-lost": "warning",
        "requirement": "error",
        "build-break": "note",
        "some-finding": "warning",
    }
    regression = by_rule["regression"]
    uri = regression["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "csrc/a%20b%25%23%3F.cu"
    assert regression["properties"]["devices"] == ["sm_100", "sm_120"]
    assert by_rule["build-break"]["suppressions"][0]["kind"] == "external"
    assert "suppressions" not in regression


def test_a_fingerprint_does_not_know_the_line() -> None:
    marks = set()
    for line in (3, 30):
        place = Location("csrc/k.cu", line)
        finding = Problem("some-finding", WARNING, f"x (CMakeLists.txt:{line})", place)
        marks.add((Problem("regression", ERROR, "t", place, "k", "sm_100").fingerprint, finding.fingerprint))
    assert len(marks) == 1
    assert (
        Problem("regression", ERROR, "t", AT, "k", "sm_100").fingerprint
        != Problem("regression", ERROR, "t", AT, "k", "sm_90a").fingerprint
    )


@pytest.mark.parametrize("case", CASES)
def test_annotations_are_one_command_a_line(case: str) -> None:
    lines = _rendered("github", CASES[case]).splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"::(error|warning|notice) [^:]*::.*", line)
        assert "\x1b" not in line


def test_annotations_escape_what_commands_are_made_of() -> None:
    text = _rendered("github", CASES["hostile"])
    assert "file=csrc/a b%25#?.cu,line=3,title=" in text
    assert text.count("::error ") == 2
    assert "::notice file=csrc/a b%25#?.cu,line=3,title=The build stops [build-break]::breaks (suppressed: " in text


@pytest.mark.parametrize("case", CASES)
def test_junit_counts_what_it_holds(case: str) -> None:
    root = ET.fromstring(_rendered("junit", CASES[case]))
    suite = root[0]
    cases = suite.findall("testcase")
    assert int(suite.attrib["tests"]) == len(cases)
    assert int(suite.attrib["failures"]) == len([one for one in cases if one.find("failure") is not None])
    assert int(suite.attrib["skipped"]) == len([one for one in cases if one.find("skipped") is not None])


def test_junit_fails_where_the_gate_does() -> None:
    root = ET.fromstring(_rendered("junit", CASES["hostile"]))
    assert (root[0].attrib["failures"], root[0].attrib["skipped"]) == ("2", "1")
    assert ET.fromstring(_rendered("junit", CASES["nothing"]))[0].attrib["failures"] == "0"


@pytest.mark.parametrize("case", CASES)
def test_code_quality(case: str) -> None:
    issues = json.loads(_rendered("gitlab", CASES[case]))
    for one in issues:
        assert one["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert one["location"]["path"]
        assert one["location"]["lines"]["begin"] >= 1
        assert one["description"]
    assert len({one["fingerprint"] for one in issues}) == len(issues)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", ["summary", "gate"])
def test_texts_hold_no_control_characters_and_no_markup(name: str, case: str) -> None:
    text = _rendered(name, CASES[case])
    assert "\x1b" not in text
    text.encode("utf-8")
    if name == "summary":
        assert "k<" not in text


def test_what_a_scan_shows() -> None:
    results = json.loads(_rendered("sarif", CASES["scan"]))["runs"][0]["results"]
    assert [(one["ruleId"], one["level"]) for one in results] == [("does-not-run", "warning")]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "CMakeLists.txt"


@pytest.mark.parametrize("name", ["gate", "table", "markdown"])
def test_people_see_what_fails_and_what_is_suppressed(name: str) -> None:
    text = _rendered(name, CASES["hostile"]).replace("\\", "")
    assert "gate FAILED: 3 failing" in text
    assert "suppressed: breaks" in text
    assert "unused suppression" in text
    assert "gate passed" in _rendered(name, CASES["nothing"])


def test_what_nobody_can_decide_does_not_bury_what_fails() -> None:
    undecided = [Problem("unknown", WARNING, f"cell {number}", AT, f"k{number}", "sm_100") for number in range(40)]
    ignored = [replace(one, ignored=Ignored("why", AT)) for one in undecided[:9]]
    failing = [Problem("regression", ERROR, f"lost {number}", AT, f"f{number}", "sm_100") for number in range(12)]
    lines = _rendered("gate", _gated(*undecided[9:], *failing, *ignored)).splitlines()
    assert sum("error: lost" in line for line in lines) == 12, "all that fails, and first"
    assert all("error: lost" in line for line in lines[:12])
    assert sum("warning: cell" in line for line in lines) == 5
    assert "... and 26 more: unknown; -o report.json has them all" in lines
    assert sum("suppressed: cell" in line for line in lines) == 9
