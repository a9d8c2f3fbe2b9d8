"""The table for a terminal: readable at 80 columns, told apart by symbols as well as colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.evidence import FindingLevel
from kernaudit.render.base import Format
from kernaudit.render.blocks import matrix_blocks
from kernaudit.render.decision_text import decision_block
from kernaudit.render.gate_text import gate_sentences
from kernaudit.render.grid import Span, paint
from kernaudit.render.plain import printable, wrap
from kernaudit.render.rows import matrix_sections, statuses_shown, total_row
from kernaudit.render.run_time import LISTED_BY
from kernaudit.render.scope import scope_sentence, unknown_sentence
from kernaudit.render.sentences import (
    assumption_text,
    break_sentences,
    column_groups,
    finding_text,
    first_assumptions,
    headline,
    list_sentences,
    other_assumptions,
    request_sentences,
    skipped_sentences,
)
from kernaudit.render.words import word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.rows import Section

__all__ = ["FORMAT"]

_LEVELS: Mapping[FindingLevel, tuple[str, str]] = {
    FindingLevel.ERROR: ("error", "bad"),
    FindingLevel.WARNING: ("warning", "warn"),
    FindingLevel.NOTE: ("note", "dim"),
}


def _render(report: Report, view: View) -> str:
    sections = matrix_sections(report, view.detail)
    parts = [
        _head(report, view),
        matrix_blocks(sections, report.devices, total_row(report), view.width, view.colour) if sections else [],
        _legend(report, sections, view),
        decision_block(report, view),
        _listed("Gate", gate_sentences(report), view),
        _listed("The build stops: these targets refuse the code", break_sentences(report), view),
        _findings(report, view),
        _columns(report, view),
        _assumptions(report, view),
        _listed("Arch lists in the tree (not used; --request takes one)", list_sentences(report), view),
        _listed(f"Left out ({len(report.skipped)})", skipped_sentences(report), view),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _head(report: Report, view: View) -> list[str]:
    lines = [_heading(headline(report), view)]
    for sentence in request_sentences(report):
        lines += wrap(sentence, view.width)
    for one in first_assumptions(report):
        lines += wrap(f"Assumed: {assumption_text(one)}.", view.width)
    return lines


def _legend(report: Report, sections: Sequence[Section], view: View) -> list[str]:
    lines = []
    for status in statuses_shown(report):
        shown = word(status)
        lines.append(f"{paint(Span(shown.symbol, shown.style), view.colour)} {shown.short:9}{shown.meaning}")
    if any(len(cell.counts) > 1 for family in report.families for cell in family.cells.values()):
        lines.append("  12/72    the worst of the family's 72 rows, and how many have it")
    if any(row.where == LISTED_BY for section in sections for row in section.rows):
        lines.append(f"  packages run alike on all devices shown; {LISTED_BY}")
    for sentence in filter(None, (unknown_sentence(report), scope_sentence(report))):
        lines += wrap(sentence, view.width, indent="")
    return lines


def _columns(report: Report, view: View) -> list[str]:
    groups = column_groups(report)
    lines = [_heading("Asked, and what reaches the sources", view)] if groups else []
    for names, asked, effective, stops in groups:
        first = f"  {names}: {printable(asked)} -> " if asked else f"  {names}: "
        shown = wrap(effective, view.width, " " * 6, first)
        lines += [paint(Span(line, "bad" if stops else ""), view.colour) for line in shown]
    return lines


def _findings(report: Report, view: View) -> list[str]:
    if not report.findings:
        return []
    names = {device.id: device.capability for device in report.devices}
    lines = [_heading("Findings", view)]
    for finding in report.findings:
        level, style = _LEVELS[finding.level]
        text = f"{level}: {finding_text(finding, names)} [{finding.id}]"
        first, *rest = wrap(text, view.width, " " * 4, "  ")
        lines += [first.replace(level, paint(Span(level, style), view.colour), 1), *rest]
    return lines


def _assumptions(report: Report, view: View) -> list[str]:
    others = [assumption_text(one) for one in other_assumptions(report)]
    return _listed(f"Assumptions ({len(others)})", others, view)


def _listed(title: str, sentences: Sequence[str], view: View) -> list[str]:
    if not sentences:
        return []
    lines = [_heading(title, view)]
    for sentence in sentences:
        lines += wrap(sentence, view.width, " " * 4, "  ")
    return lines


def _heading(text: str, view: View) -> str:
    return paint(Span(printable(text), "bold"), view.colour)


FORMAT = Format("table", ("txt",), _render)
