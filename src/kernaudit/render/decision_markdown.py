"""Decisions as Markdown: a list per section, one line per branch, the evidence folded away below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.decisions import (
    branch_mark,
    decision_sections,
    device_verdicts,
    fact_text,
    input_text,
    pins_sentence,
    price_sentence,
)
from kernaudit.render.markup import escape_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.model.report import Report
    from kernaudit.render.decisions import DecisionGroup

__all__ = ["decision_parts"]

_MARKS = {"*": " **(cheapest)**", "x": " (not possible)", " ": ""}


def decision_parts(report: Report) -> list[list[str]]:
    """Return the paragraphs of the decision tree; none for a report that moves nothing."""
    whence = pins_sentence(report)
    if not whence:
        return []
    parts = [
        ["## Decisions"],
        [escape_markdown(whence)],
        [f"- {escape_markdown(one)}" for one in device_verdicts(report)],
    ]
    for section in decision_sections(report):
        parts.append([f"### {escape_markdown(section.title)}"])
        parts += [list(_group(group)) for group in section.groups]
    return [*parts, [escape_markdown(price_sentence(report))]]


def _group(group: DecisionGroup) -> Iterator[str]:
    yield f"- **{escape_markdown(', '.join(group.pins))}** on {_rest(group)}"
    yield from (f"  - {escape_markdown(remark)}" for remark in group.remarks)
    for branch in group.decision.branches:
        yield f"  - {escape_markdown(branch.line)}{_MARKS[branch_mark(branch, group.decision)]}"
    evidence = list(_evidence(group))
    if evidence:
        yield from ("", "  <details><summary>Evidence</summary>", "", *evidence, "", "  </details>")


def _rest(group: DecisionGroup) -> str:
    return escape_markdown(f"{', '.join(group.devices)}: {group.text}")


def _evidence(group: DecisionGroup) -> Iterator[str]:
    yield from _listed("", map(fact_text, group.facts))
    for branch in group.decision.branches:
        inputs = ", ".join(map(input_text, branch.inputs))
        yield from _listed(f"{branch.kind} with ", [inputs] if inputs else [])
        yield from _listed(f"{branch.kind}: ", map(fact_text, group.branch_facts(branch)))


def _listed(lead: str, texts: Iterable[str]) -> Iterator[str]:
    return (f"  - {escape_markdown(lead + text)}" for text in texts)
