"""`kernaudit baseline`: what the team agrees on, for `check` to hold later trees against."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kernaudit.cli.options import OutputOption, TreeArgument
from kernaudit.cli.scan_options import takes_scan_options
from kernaudit.errors import UsageError
from kernaudit.scan.options import ScanOptions

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    group = typer.Typer(help="Write or update the file that `check --baseline` compares with.", no_args_is_help=True)
    group.command("write")(takes_scan_options(_write))
    group.command("update")(takes_scan_options(_update))
    app.add_typer(group, name="baseline")


def _write(
    scan: ScanOptions,
    path: TreeArgument = Path(),
    *,
    output: OutputOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists, with all that it held.")] = False,
) -> None:
    """Write what every kernel of the tree does on every device now.

    A file that exists is what a team agreed on: only --force replaces it, and `update` keeps what was lost.
    """
    from kernaudit.cli.output import emit
    from kernaudit.cli.progress import shown_progress
    from kernaudit.scan.check import write_baseline

    if output is not None and output.is_file() and not force:
        raise UsageError(f"{output}: exists already; `kernaudit baseline update` keeps what was lost, --force does not")
    with shown_progress() as progress:
        text = write_baseline(replace(scan, path=path, progress=progress))
    emit(text, output)


def _update(
    scan: ScanOptions,
    path: TreeArgument = Path(),
    baseline: Annotated[
        Path, typer.Option("--baseline", metavar="FILE", help="The file to update; -o writes elsewhere.")
    ] = Path("kernaudit-baseline.json"),
    accept_losses: Annotated[
        bool,
        typer.Option("--accept-losses", help="Agree on what is lost, too."),
    ] = False,
    output: OutputOption = None,
) -> None:
    """Take in what improved, came and went since; what was lost stays in the file until --accept-losses."""
    from kernaudit.cli.input import read_named
    from kernaudit.cli.messages import print_note
    from kernaudit.cli.output import emit
    from kernaudit.cli.progress import shown_progress
    from kernaudit.scan.check import next_baseline

    old = read_named(baseline, "--baseline")
    with shown_progress() as progress:
        text, lost = next_baseline(replace(scan, path=path, progress=progress), old, accept_losses=accept_losses)
    emit(text, output or baseline)
    if lost and not accept_losses:
        print_note(f"{lost} lost {'cell stays' if lost == 1 else 'cells stay'} in the baseline; --accept-losses agrees")
