"""`kernaudit scan`: what a build of this tree holds for which device."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from kernaudit.cli.options import TreeArgument
from kernaudit.cli.scan_options import (
    Detail,
    DetailOption,
    FailOnOption,
    FormatOption,
    KernelOption,
    Only,
    OnlyOption,
    OutputsOption,
    PathPrefixOption,
    TitleOption,
    fail_on_rules,
    takes_scan_options,
)
from kernaudit.scan.options import ScanOptions

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.cli.layout import Layout
    from kernaudit.scan.kept_output import Output

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("scan")(takes_scan_options(_scan))


def _scan(
    scan: ScanOptions,
    path: TreeArgument,
    *,
    kernel: KernelOption = None,
    only: OnlyOption = None,
    detail: DetailOption = Detail.FAMILIES,
    format_: FormatOption = None,
    output: OutputsOption = None,
    path_prefix: PathPrefixOption = None,
    title: TitleOption = None,
    fail_on: FailOnOption = None,
) -> None:
    """Show for every CUDA source which image of this build runs on which device, and why none does where none does.

    The build files are evaluated, never run. Without an arch list a build that takes one is evaluated once per
    device, as a build for that device alone.
    """
    from kernaudit.cli.layout import layout_of
    from kernaudit.cli.output import emit_output
    from kernaudit.render.base import RowDetail
    from kernaudit.scan.kept_output import KeptOutput

    outputs, failing = tuple(output or ()), fail_on_rules(fail_on)
    layout = layout_of(RowDetail(detail), outputs, path_prefix)
    failing_only = only is Only.FAILING
    options = replace(scan, path=path, kernels=tuple(kernel or ()), only_failing=failing_only, title=title)
    shape = (format_, [(str(one), one.exists()) for one in outputs], layout)
    earlier = KeptOutput(options, shape) if failing is None else None
    written = None if earlier is None else earlier.find()
    if written is not None:
        emit_output(written)
        return
    written, failed = _written(options, format_, outputs, layout, failing)
    emit_output(written)
    if earlier is not None:
        earlier.keep(written)
    if failed:
        raise typer.Exit(1)


def _written(
    options: ScanOptions,
    format_: str | None,
    outputs: tuple[Path, ...],
    layout: Layout,
    failing: tuple[str, ...] | None,
) -> tuple[Output, bool]:
    """What a scan has to write, and whether the gate failed."""
    from kernaudit.cli.progress import shown_progress
    from kernaudit.cli.report import plan_outputs, rendered
    from kernaudit.scan.check import gated
    from kernaudit.scan.pipeline import run_scan

    plan = plan_outputs(format_, outputs)
    with shown_progress() as progress:
        options = replace(options, progress=progress)
        report = run_scan(options)
        if failing is not None:
            report = gated(options, report, failing)
    return rendered(report, layout, plan), report.gate is not None and report.gate.failed
