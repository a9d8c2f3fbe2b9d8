"""Puts the page together: templates, style and script are files of this package, inlined into one."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from kernaudit.decisions.line import number
from kernaudit.render.html.audited import audited, identity, page_title
from kernaudit.render.html.cards import cards_of, common_inputs
from kernaudit.render.html.data import report_data
from kernaudit.render.html.failures import failures_of
from kernaudit.render.html.inert import data_block, inert
from kernaudit.render.html.looks import answer_look, status_look
from kernaudit.render.html.matrix import matrix_of, ordered_families
from kernaudit.render.html.verdict import device_lines, oldest_fact, verdict_sentence
from kernaudit.render.rows import statuses_shown, total_row
from kernaudit.render.scope import noun
from kernaudit.render.sentences import break_sentences, column_groups, list_sentences, request_sentences

if TYPE_CHECKING:
    from kernaudit.model.report import Report

__all__ = ["render_page"]

_STYLE = ("colours", "page", "matrix", "evidence", "cards", "print")
_SCRIPT = ("data", "dom", "evidence", "panel", "rows", "filter", "sort", "keys", "failures", "print", "main")


def render_page(report: Report) -> str:
    """Return the whole file; the same report gives the same bytes."""
    families = ordered_families(report)
    devices = device_lines(report)
    style, script = _style(), _script()
    return (
        _templates()
        .get_template("report.html")
        .render(
            report=report,
            title=page_title(report),
            identity=identity(report),
            audited=audited(report),
            verdict=verdict_sentence(report, devices),
            lines=devices,
            cards=cards_of(report),
            common_inputs=common_inputs(report),
            oldest=oldest_fact(report),
            sections=matrix_of(report, families),
            failures=failures_of(report, families),
            legend=[status_look(status) for status in statuses_shown(report)],
            requests=request_sentences(report),
            columns=column_groups(report),
            breaks=break_sentences(report),
            lists=list_sentences(report),
            names={device.id: device.capability for device in report.devices},
            data=Markup(data_block(report_data(report, families))),  # noqa: S704 - holds no character of markup
            style=Markup(style),  # noqa: S704 - a file of this package
            script=Markup(script),  # noqa: S704 - a file of this package
            style_hash=_hash(style),
            script_hash=_hash(script),
            total=total_row(report),
            noun=noun(report),
            number=number,
            answer_look=answer_look,
        )
    )


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("kernaudit.render.html", "templates"),
        autoescape=True,
        finalize=_finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _finalize(value: object) -> object:
    """Whatever a template prints is made inert first; autoescape then takes its markup away."""
    return value if isinstance(value, Markup) else inert(value)


@cache
def _style() -> str:
    return "\n" + "\n".join(_part("style", f"{name}.css") for name in _STYLE)


@cache
def _script() -> str:
    parts = "\n".join(_part("script", f"{name}.js") for name in _SCRIPT)
    return f'\n(() => {{\n"use strict";\n{parts}}})();\n'


def _part(folder: str, name: str) -> str:
    loader = PackageLoader("kernaudit.render.html", folder)
    return loader.get_source(_templates(), name)[0]


def _hash(text: str) -> str:
    """Return what a Content-Security-Policy names an inline element by."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
