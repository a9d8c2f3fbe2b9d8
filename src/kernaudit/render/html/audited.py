"""What was audited, as pairs of a word and its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.scope import is_code_read, scope_sentence
from kernaudit.render.sentences import request_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kernaudit.model.report import Report

__all__ = ["audited", "identity", "page_title"]

_DIGITS = 12
"""Of a digest, in the line below the title; the whole stands further down."""


def page_title(report: Report) -> str:
    """Return the title that was given, or one made of the tree and the move it is about."""
    if report.input.title:
        return report.input.title
    names = {device.id: device.name for device in report.devices}
    to = [names[one] for one in report.input.to]
    goal = ", ".join(to) if len(to) <= 4 else f"{len(to)} devices"
    today = report.input.from_
    return f"{report.input.root_name}: " + (f"from {names[today]} to {goal}" if today else f"on {goal}")


def identity(report: Report) -> str:
    """Return in one line what was audited: root, revision or digest, arch list, toolkit, date."""
    given = report.input
    state = f"revision {given.revision}" if given.revision else f"digest {given.tree_digest[:_DIGITS]}"
    asked = f"arch list {given.request}" if given.request else "no arch list given"
    day = f"as of {given.as_of}" if given.as_of else "no date given"
    return " · ".join((given.root_name, state, asked, f"CUDA {given.cuda}", day))


def audited(report: Report) -> tuple[tuple[str, str], ...]:
    """Return root, revision or digest, request, toolkit, date and what was read."""
    return tuple(pair for pair in _pairs(report) if pair[1])


def _pairs(report: Report) -> Iterator[tuple[str, str]]:
    given, parse = report.input, report.summary.parse
    yield "Tree", given.root_name
    yield "Revision", given.revision or ""
    yield "Tree digest", given.tree_digest
    yield "Arch list", given.request or " ".join(request_sentences(report))
    yield "Toolkit", f"CUDA {given.cuda}"
    yield "Defines", _assignments(given.defines)
    yield "Environment", _assignments(given.env)
    yield "Configuration", given.config or ""
    yield "As of", given.as_of or "no date was given"
    yield "Scope", scope_sentence(report)
    if is_code_read(report) and parse.files:
        yield "Parsed", f"{parse.files:,} files, {parse.bytes:,} bytes, {parse.error_bytes:,} of them not understood"
    yield "Made by", f"{report.tool.name} {report.tool.version}, rules {report.tool.rules_digest}"


def _assignments(values: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in sorted(values.items()))
