"""`kernaudit diff`: which cells two trees, reports or revisions answer differently."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernaudit.cli.options import OutputOption
from kernaudit.cli.scan_options import takes_scan_options
from kernaudit.scan.options import ScanOptions

if TYPE_CHECKING:
    from kernaudit.model.gate import ReportDiff
    from kernaudit.scan.diff import DiffInput

__all__ = ["register"]


class _Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class _FailOn(StrEnum):
    REGRESSION = "regression"


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("diff")(takes_scan_options(_diff))


def _diff(
    scan: ScanOptions,
    a: Annotated[Path | None, typer.Argument(metavar="[A]", help="A tree, or a JSON report.")] = None,
    b: Annotated[Path | None, typer.Argument(metavar="[B]", help="Another one.")] = None,
    *,
    rev: Annotated[
        str | None,
        typer.Option("--rev", metavar="BASE..HEAD", help="Two revisions of the tree A (here, if not given)."),
    ] = None,
    fail_on: Annotated[
        _FailOn | None, typer.Option("--fail-on", help="regression: exit code 1 where a cell no longer runs.")
    ] = None,
    format_: Annotated[_Format, typer.Option("--format", help="How to print it.")] = _Format.TEXT,
    output: OutputOption = None,
) -> None:
    """Show the cells that changed from A to B, by kernel and device, with the reason on both sides.

    Revisions are read from git objects; the work tree is not touched and nothing of git's configuration is run.
    """
    from kernaudit.cli.messages import print_note
    from kernaudit.cli.output import emit
    from kernaudit.cli.progress import shown_progress
    from kernaudit.errors import UsageError
    from kernaudit.render.diff import diff_summary
    from kernaudit.scan.diff import diff_inputs, diff_revisions

    with shown_progress() as progress:
        options = replace(scan, progress=progress)
        if rev is not None:
            if b is not None:
                raise UsageError("diff: --rev takes one tree; give at most one path")
            found = diff_revisions(a or Path(), rev, options)
        elif a is None or b is None:
            raise UsageError("diff: give two trees or reports, or --rev BASE..HEAD")
        else:
            found = diff_inputs(_input(a, "A"), _input(b, "B"), options)
    emit(_text(found, format_), output)
    print_note(diff_summary(found))
    if fail_on is not None and found.loses:
        raise typer.Exit(1)


def _input(path: Path, side: str) -> DiffInput:
    from kernaudit.cli.input import read_named
    from kernaudit.scan.diff import DiffInput

    name = f"{side} ({path})"
    if path.is_dir():
        return DiffInput(name, path)
    return DiffInput(name, report=read_named(path, side))


def _text(found: ReportDiff, format_: _Format) -> str:
    from kernaudit.render.diff import diff_json, diff_markdown, diff_text

    if format_ is _Format.JSON:
        return diff_json(found)
    if format_ is _Format.MARKDOWN:
        return diff_markdown(found)
    fallback = 120 if not os.environ.get("COLUMNS") else 80
    return diff_text(found, shutil.get_terminal_size((fallback, 24)).columns)
