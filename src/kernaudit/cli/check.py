"""`kernaudit check`: the gate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kernaudit.cli.options import TreeArgument
from kernaudit.cli.scan_options import (
    Detail,
    DetailOption,
    FormatOption,
    OutputsOption,
    PathPrefixOption,
    fail_on_rules,
    takes_scan_options,
)
from kernaudit.scan.options import ScanOptions

__all__ = ["register"]

_DEFAULT = "gate"


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("check")(takes_scan_options(_check))


def _check(
    scan: ScanOptions,
    path: TreeArgument = Path(),
    *,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="Fail where a cell that ran there no longer runs."),
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option(
            "--fail-on",
            metavar="RULES",
            help="Instead of the configuration's: regression, build-break, silent-no-op, gate-mismatch, suffix-lost.",
        ),
    ] = None,
    no_ignores: Annotated[bool, typer.Option("--no-ignores", help="Suppressions do not count.")] = False,
    detail: DetailOption = Detail.FAMILIES,
    format_: FormatOption = None,
    output: OutputsOption = None,
    path_prefix: PathPrefixOption = None,
) -> None:
    """Fail (exit code 1) where a kernel lost a device, or does not run where kernaudit.yaml requires it.

    The policy is `gate` in kernaudit.yaml; `kernaudit baseline write` writes what --baseline compares with.
    """
    from kernaudit.cli.input import read_named
    from kernaudit.cli.layout import layout_of
    from kernaudit.cli.output import emit_output
    from kernaudit.cli.progress import shown_progress
    from kernaudit.cli.report import plan_outputs, rendered
    from kernaudit.render.base import RowDetail
    from kernaudit.scan.check import CheckOptions, run_check

    plan = plan_outputs(format_, tuple(output or ()), _DEFAULT)
    layout = layout_of(RowDetail(detail), (file for _, file in plan), path_prefix)
    with shown_progress() as progress:
        asked = CheckOptions(
            baseline=None if baseline is None else read_named(baseline, "--baseline"),
            ignores=not no_ignores,
            fail_on=fail_on_rules(fail_on),
        )
        report = run_check(replace(scan, path=path, progress=progress), asked)
    emit_output(rendered(report, layout, plan))
    if report.gate is not None and report.gate.failed:
        raise typer.Exit(1)
