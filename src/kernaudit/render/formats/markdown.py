"""Markdown: the matrix as a table, with what stands around it as lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.base import Format
from kernaudit.render.decision_markdown import decision_parts
from kernaudit.render.gate_text import gate_sentences
from kernaudit.render.markup import escape_markdown
from kernaudit.render.rows import matrix_sections, statuses_shown, total_row
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
    from collections.abc import Iterable, Sequence

    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.rows import MatrixRow

__all__ = ["FORMAT"]


def _render(report: Report, view: View) -> str:
    parts = [
        [f"# {escape_markdown(headline(report))}"],
        [escape_markdown(sentence) for sentence in request_sentences(report)],
        _list(f"Assumed: {assumption_text(one)}" for one in first_assumptions(report)),
        *_tables(report, view),
        _legend(report),
        [escape_markdown(unknown_sentence(report))] if unknown_sentence(report) else [],
        [escape_markdown(scope_sentence(report))],
        *decision_parts(report),
        _under("Gate", gate_sentences(report)),
        _under("Asked, and what reaches the sources", _columns(report)),
        _under("The build stops: these targets refuse the code", break_sentences(report)),
        _under("Findings", _findings(report)),
        _under("Assumptions", [assumption_text(one) for one in other_assumptions(report)]),
        _under("Arch lists in the tree (not used)", list_sentences(report)),
        _under("Left out", skipped_sentences(report)),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _tables(report: Report, view: View) -> Iterable[list[str]]:
    sections = matrix_sections(report, view.detail)
    for section in sections:
        rows = [*section.rows, total_row(report)] if section is sections[-1] else section.rows
        yield [f"**{escape_markdown(section.title.capitalize())}**", "", *_table(rows, report)]


def _table(rows: Sequence[MatrixRow], report: Report) -> list[str]:
    heads = ["", *(device.capability for device in report.devices), "gate"]
    lines = [heads, ["---"] * len(heads)]
    for row in rows:
        cells = (row.cells[device.id][0] for device in report.devices)
        label = "&nbsp;&nbsp;" * row.level + escape_markdown(row.label)
        lines.append([label, *map(escape_markdown, cells), escape_markdown(row.where)])
    return ["| " + " | ".join(line) + " |" for line in lines]


def _legend(report: Report) -> list[str]:
    shown = [word(status) for status in statuses_shown(report)]
    return [", ".join(escape_markdown(f"{one.symbol} {one.short}".rstrip() + f" = {one.meaning}") for one in shown)]


def _columns(report: Report) -> list[str]:
    return [
        f"{names}: {asked} -> {effective}" if asked else f"{names}: {effective}"
        for names, asked, effective, _ in column_groups(report)
    ]


def _findings(report: Report) -> list[str]:
    names = {device.id: device.capability for device in report.devices}
    return [f"{finding.level}: {finding_text(finding, names)} [{finding.id}]" for finding in report.findings]


def _under(title: str, texts: Iterable[str]) -> list[str]:
    lines = _list(texts)
    return [f"## {title}", "", *lines] if lines else []


def _list(texts: Iterable[str]) -> list[str]:
    return [f"- {escape_markdown(text)}" for text in texts]


FORMAT = Format("markdown", ("md", "markdown"), _render)
