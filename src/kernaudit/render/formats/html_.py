"""HTML: one file that needs no network, for a screen and for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.base import Format

if TYPE_CHECKING:
    from kernaudit.model.report import Report
    from kernaudit.render.base import View

__all__ = ["FORMAT"]


def _render(report: Report, view: View) -> str:  # noqa: ARG001 - the page shows every detail
    from kernaudit.render.html.page import render_page  # noqa: PLC0415 - the template engine, only where asked for

    return render_page(report)


FORMAT = Format("html", ("html", "htm"), _render)
