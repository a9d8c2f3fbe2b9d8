"""summary: the gate's answer and the matrix as Markdown, short enough for a job summary."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.render.base import Format
from kernaudit.render.plain import printable
from kernaudit.render.problems import in_repository, outcome_line, shown_problems
from kernaudit.render.rows import matrix_sections, total_row
from kernaudit.render.sentences import headline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.model.gate import GateOutcome
    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.problems import Shown

__all__ = ["FORMAT"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_MOST = 50
"""Rows of one kind; GitHub takes summaries of at most 1 MB."""


def _render(report: Report, view: View) -> str:
    shown = shown_problems(report)
    failing = [one for one in shown if one.problem.fails]
    ignored = [one for one in shown if one.problem.ignored is not None]
    other = [one for one in shown if not one.problem.fails and one.problem.ignored is None]
    title = headline(report) if report.gate is None else f"kernaudit gate {outcome_line(report)}"
    parts = [
        f"## {_escape(title)}",
        *_problems("Failing", failing, view),
        *_problems("Warnings", other, view),
        *_problems("Suppressed", ignored, view),
        *(_gate_parts(report.gate) if report.gate is not None else ()),
        _matrix(report, view),
    ]
    return "\n\n".join(parts) + "\n"


def _problems(title: str, found: Sequence[Shown], view: View) -> Iterator[str]:
    if found:
        rows = [
            f"| {_escape(_where(one, view))} | {_escape(one.text)}{_why(one)} | {one.problem.rule} |"
            for one in found[:_MOST]
        ]
        yield "\n".join([f"### {title} ({len(found)})", "", "| where | what | rule |", "|---|---|---|", *rows])
        if len(found) > _MOST:
            yield f"... and {len(found) - _MOST} more."


def _where(one: Shown, view: View) -> str:
    place = one.problem.location
    return "" if place is None else str(in_repository(place, view))


def _why(one: Shown) -> str:
    return "" if one.problem.ignored is None else f" ({_escape(one.problem.ignored.reason)})"


def _gate_parts(gate: GateOutcome) -> Iterator[str]:
    moves = [f"{one.kernel} on {one.device}: {one.before} -> {one.after}" for one in gate.improvements]
    yield from _listed("Improved", moves)
    yield from _listed("In the baseline and gone", [f"{one.kernel} on {one.device}" for one in gate.stale])
    yield from _listed("Suppressions without effect", [f"{one.location}: {one.text}" for one in gate.unused])
    yield from _listed("Notes", list(gate.remarks))


def _listed(title: str, texts: Sequence[str]) -> Iterator[str]:
    if texts:
        more = [f"- ... and {len(texts) - _MOST} more"] if len(texts) > _MOST else []
        yield "\n".join([f"### {title} ({len(texts)})", "", *(f"- {_escape(text)}" for text in texts[:_MOST]), *more])


def _matrix(report: Report, view: View) -> str:
    rows = [row for section in matrix_sections(report, view.detail) for row in section.rows]
    heads = ["", *(device.capability for device in report.devices)]
    lines: Iterable[list[str]] = [
        [_escape(row.label), *(_escape(row.cells[device.id][0]) for device in report.devices)]
        for row in (*rows[: 4 * _MOST], total_row(report))
    ]
    table = "\n".join("| " + " | ".join(line) + " |" for line in (heads, ["---"] * len(heads), *lines))
    return f"<details><summary>Matrix</summary>\n\n{table}\n\n</details>"


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", printable(text))


FORMAT = Format("summary", (), _render)
