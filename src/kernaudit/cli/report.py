"""Writes a report in the formats that were asked for, and one line about it on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kernaudit.cli.messages import print_note
from kernaudit.cli.output import emit, format_of
from kernaudit.errors import UsageError
from kernaudit.render.base import View
from kernaudit.render.problems import outcome_line
from kernaudit.render.registry import find_format, format_names, formats_by_extension
from kernaudit.render.sentences import summary_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.model.report import Report
    from kernaudit.render.base import Format, RowDetail

__all__ = ["plan_outputs", "write_report"]

_DEFAULT = "table"
_WIDTH_OFF_TERMINAL = 120


def plan_outputs(
    format_name: str | None, outputs: Sequence[Path], default: str = _DEFAULT
) -> tuple[tuple[Format, Path | None], ...]:
    """Return what to write where, before any work: each output in the format of its extension or in `format_name`.

    An output may name its own format (`sarif:FILE`).

    Without any output it is standard output, in `format_name` or `default`.

    Raises:
        UsageError: there is no such format.
    """
    if not outputs:
        return ((find_format(format_name or default), None),)
    _check_one_format(format_name, outputs)
    return tuple(_planned(format_name, output) for output in outputs)


def _check_one_format(format_name: str | None, outputs: Sequence[Path]) -> None:
    """Refuse --format where the extensions ask for several formats: all files would get the one, whatever they say."""
    extensions = formats_by_extension()
    unnamed = [output for output in outputs if _named(output) is None]
    asked = {extensions.get(output.suffix.removeprefix(".").lower()) for output in unnamed} - {None}
    if format_name is not None and len(asked) > 1:
        raise UsageError(
            f"--format {format_name} would be the format of every -o, whose extensions ask for several; "
            "leave it out, or write -o FORMAT:FILE"
        )


def _planned(format_name: str | None, output: Path) -> tuple[Format, Path | None]:
    named = _named(output)
    if named is not None:
        return find_format(named[0]), named[1]
    return find_format(format_name or format_of(output, formats_by_extension())), output


def _named(output: Path) -> tuple[str, Path] | None:
    """`FORMAT:FILE` names the format itself; a file that exists under that very name is a file."""
    name, colon, rest = str(output).partition(":")
    return (name, Path(rest)) if colon and rest and name in format_names() and not output.exists() else None


def write_report(report: Report, detail: RowDetail, plan: Sequence[tuple[Format, Path | None]]) -> None:
    """Write the report as planned, and one line about it to standard error unless a terminal shows it anyway.

    Raises:
        InputError: a file cannot be written.
    """
    on_terminal = sys.stdout.isatty() and all(output is None for _, output in plan)
    view = _view(detail, on_terminal)
    for chosen, output in plan:
        emit(chosen.render(report, view), output)
    if not on_terminal:
        print_note(summary_line(report))
        if report.gate is not None:
            print_note(f"gate {outcome_line(report)}")


def _view(detail: RowDetail, on_terminal: bool) -> View:
    """Follow the terminal; without one, COLUMNS or a width that most diffs and pagers take."""
    fallback = _WIDTH_OFF_TERMINAL if not os.environ.get("COLUMNS") else 80
    width = shutil.get_terminal_size((fallback, 24)).columns
    return View(detail, width, colour=on_terminal and not os.environ.get("NO_COLOR"))
