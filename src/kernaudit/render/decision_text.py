"""Decisions for a terminal: one line per branch, the cheapest marked; with more detail the evidence below each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.base import RowDetail
from kernaudit.render.decisions import (
    branch_mark,
    decision_sections,
    device_verdicts,
    fact_text,
    input_text,
    pins_sentence,
    price_sentence,
)
from kernaudit.render.grid import Span, paint
from kernaudit.render.plain import printable, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.model.decision import Branch
    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.decisions import DecisionGroup

__all__ = ["decision_block"]

_STYLES = {"*": "good", "x": "dim", " ": ""}


def decision_block(report: Report, view: View) -> list[str]:
    """Return the lines of the decision tree; none for a report that moves nothing."""
    whence = pins_sentence(report)
    if not whence:
        return []
    lines = [paint(Span("Decisions", "bold"), view.colour), *wrap(whence, view.width, indent="")]
    for verdict in device_verdicts(report):
        lines += wrap(verdict, view.width)
    for section in decision_sections(report):
        lines += ["", paint(Span(section.title, "bold"), view.colour)]
        for group in section.groups:
            lines += _group(group, view)
    return [*lines, *_legend(report, view)]


def _group(group: DecisionGroup, view: View) -> Iterator[str]:
    yield from wrap(group.title, view.width, " " * 4, "  ")
    for remark in group.remarks:
        yield from wrap(remark, view.width, " " * 8, " " * 6)
    if view.detail is not RowDetail.FAMILIES:
        yield from _listed(map(fact_text, group.facts), view)
    for branch in group.decision.branches:
        yield from _branch(branch, group, view)


def _branch(branch: Branch, group: DecisionGroup, view: View) -> Iterator[str]:
    mark = branch_mark(branch, group.decision)
    for line in wrap(branch.line, view.width, " " * 8, f"    {mark} "):
        yield paint(Span(line, _STYLES[mark]), view.colour)
    if view.detail is not RowDetail.FAMILIES:
        yield from _listed(map(input_text, branch.inputs), view)
        yield from _listed(map(fact_text, group.branch_facts(branch)), view)


def _listed(texts: Iterable[str], view: View) -> Iterator[str]:
    for text in texts:
        yield from wrap(printable(text), view.width, " " * 12, " " * 8 + "- ")


def _legend(report: Report, view: View) -> list[str]:
    branches = [(branch, one) for one in report.decisions for branch in one.branches]
    if not branches:
        return []
    marks = {branch_mark(branch, one) for branch, one in branches}
    told = {"*": "* costs least, whatever end of the ranges is true", "x": "x is not possible"}
    shown = "; ".join(text for mark, text in told.items() if mark in marks)
    legend = f"{shown}. Formulas: docs/cost-model.md." if shown else "Formulas: docs/cost-model.md."
    return ["", *wrap(price_sentence(report), view.width, indent=""), *wrap(legend, view.width, indent="")]
