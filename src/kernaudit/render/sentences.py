"""What stands around a matrix, as plain sentences: what was asked, what was assumed, found and left out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kernaudit.model.build import BuildStatus, RequestRule
from kernaudit.model.evidence import AssumptionKind, FindingLevel
from kernaudit.render.scope import noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.model.evidence import Finding
    from kernaudit.model.report import Report, ReportAssumption

__all__ = [
    "assumption_text",
    "break_sentences",
    "column_groups",
    "finding_text",
    "first_assumptions",
    "headline",
    "list_sentences",
    "other_assumptions",
    "request_sentences",
    "short_gencodes",
    "skipped_sentences",
    "summary_line",
]

_RULES: Mapping[RequestRule, str] = {
    RequestRule.USER: "built with the arch list that was given",
    RequestRule.BUILD: "built with the arch list that the build itself fixes",
    RequestRule.DEVICE: "a build for that column's device alone, as no arch list was given (--request names one)",
    RequestRule.NATIVE: "built for `native`, taken as that column's own device",
    RequestRule.COMPILER_DEFAULT: "built for the compiler's default, as neither you nor the build names an arch list",
}

_FIRST = (AssumptionKind.SWITCH_ON, AssumptionKind.NATIVE, AssumptionKind.REQUEST, AssumptionKind.COMPILER_DEFAULT)
"""What changes the whole table stands above it."""


def headline(report: Report) -> str:
    """Return the title line."""
    summary = report.summary
    name = report.input.title or report.input.root_name
    return (
        f"{name}: {_count(summary.kernels, noun(report))} in {_count(summary.families, 'family', 'families')}, "
        f"CUDA {report.input.cuda}"
    )


def summary_line(report: Report) -> str:
    """Return the report in one line: how much there is, what was found, whether the build finishes."""
    levels = Counter(finding.level for finding in report.findings)
    found = ", ".join(_count(levels[level], level) for level in FindingLevel if levels[level]) or "no findings"
    unfinished = "" if report.summary.finishes else "; a build as asked does not finish"
    return f"{headline(report)}, {_count(len(report.devices), 'device')}; {found}{_decided(report)}{unfinished}"


def _decided(report: Report) -> str:
    """How many pins leave a choice on some device."""
    choices = {one.pin for one in report.decisions if one.branches}
    return f"; {len(choices)} of {_count(len(report.pins), 'pin')} to decide" if report.pins else ""


def request_sentences(report: Report) -> list[str]:
    """Return which arch list the columns use, one sentence per rule; a column without any image has used none."""
    by_rule: dict[RequestRule, list[str]] = {}
    for device in report.devices:
        if device.status is BuildStatus.OK and device.effective:
            by_rule.setdefault(device.request_rule, []).append(device.capability)
    if len(by_rule) == 1:
        return [f"Every column: {_RULES[rule]}." for rule in by_rule]
    return [f"{', '.join(devices)}: {_RULES[rule]}." for rule, devices in by_rule.items()]


def column_groups(report: Report) -> list[tuple[str, str, str, bool]]:
    """Return devices, what was asked, what reached the sources, and whether the build stops (a finding says why).

    Devices with the same answer stand together; "asked" is empty where no list was given.
    """
    groups: dict[tuple[str, str, bool], list[str]] = {}
    for device in report.devices:
        stops = device.status is BuildStatus.CONFIGURE_ERROR
        effective = ", ".join(short_gencodes(device.effective)) or "nothing"
        text = "nothing: the configuration stops" if stops else effective
        groups.setdefault((device.request or "", text, stops), []).append(device.capability)
    if not any(device.effective or device.message for device in report.devices):
        return []
    everywhere = len(groups) == 1 and len(report.devices) > 1
    return [
        ("every column" if everywhere else ", ".join(names), asked, text, stops)
        for (asked, text, stops), names in groups.items()
    ]


def short_gencodes(gencodes: Iterable[str]) -> list[str]:
    """Shorten gencodes as arch lists are written: `100f`, `80+PTX`, `90 (PTX)`; unlike pairs stay as they are."""
    pairs = dict.fromkeys(
        (virtual, code) for virtual, _, codes in (text.partition(">") for text in gencodes) for code in codes.split(",")
    )
    short: dict[str, None] = {}
    for virtual, code in pairs:
        sass, ptx = (virtual, f"sm_{virtual}") in pairs, (virtual, f"compute_{virtual}") in pairs
        if code not in (f"sm_{virtual}", f"compute_{virtual}"):
            short[f"{virtual}>{code}"] = None
        elif sass:
            short[f"{virtual}+PTX" if ptx else virtual] = None
        else:
            short[f"{virtual} (PTX)"] = None
    return list(short)


def first_assumptions(report: Report) -> list[ReportAssumption]:
    """Return the assumptions that a reader must know before the table."""
    return [one for one in report.assumptions if one.assumption.kind in _FIRST]


def other_assumptions(report: Report) -> list[ReportAssumption]:
    """Return the remaining assumptions; that a project is fetched is said by its row."""
    fetched = {family.external.name for family in report.families if family.external is not None}
    return [
        one
        for one in report.assumptions
        if one.assumption.kind not in _FIRST
        and not (one.assumption.kind is AssumptionKind.EXTERNAL and one.assumption.origin in fetched)
    ]


def assumption_text(one: ReportAssumption) -> str:
    """Return an assumption with its place."""
    assumption = one.assumption
    return _placed(assumption.text, None if assumption.location is None else str(assumption.location))


def finding_text(finding: Finding, devices: Mapping[str, str]) -> str:
    """Return a finding with its devices (`devices` names them by id) and place."""
    named = ", ".join(devices.get(one, one) for one in finding.devices)
    told = not named or len(finding.devices) == len(devices) or finding.text.startswith(named)
    text = finding.text if told else f"{named}: {finding.text}"
    return _placed(text, None if finding.location is None else str(finding.location))


def break_sentences(report: Report) -> list[str]:
    """Return what makes the build stop, once per line and rule with the SM targets that lack it.

    A target that the toolkit does not know is a finding already.
    """
    targets: dict[tuple[str, str, str], list[str]] = {}
    for one in report.build_breaks:
        if one.rule != "unknown-target":
            what = one.message.partition(": ")[2] or one.message
            targets.setdefault((what, str(one.location), one.rule), []).append(one.target)
    return [
        f"{', '.join(dict.fromkeys(refused))}: {_placed(what, place)} [{rule}]"
        for (what, place, rule), refused in targets.items()
    ]


def list_sentences(report: Report) -> list[str]:
    """Return the arch lists that stand in the tree outside any build, equal ones once with their places."""
    places: dict[tuple[str, str], list[str]] = {}
    for one in report.lists_found:
        places.setdefault((one.variable, one.value), []).append(str(one.location))
    return [f"{variable}: {value} ({_listed(at, 3)})" for (variable, value), at in places.items()]


def skipped_sentences(report: Report) -> list[str]:
    """Return what was left out, counted by reason, with the first paths."""
    by_reason: dict[str, list[str]] = {}
    for one in report.skipped:
        by_reason.setdefault(one.reason, []).append(one.path)
    return [f"{reason}: {_listed(paths)}" for reason, paths in by_reason.items()]


def _listed(paths: list[str], most: int = 4) -> str:
    more = f" and {len(paths) - most} more" if len(paths) > most else ""
    return ", ".join(paths[:most]) + more


def _placed(text: str, place: str | None) -> str:
    return text if place is None else f"{text} ({place})"


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"
