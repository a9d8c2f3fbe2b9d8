"""`kernaudit scan`: what a build of this tree holds for which device."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from kernaudit.cli.options import (
    DefineOption,
    EnvOption,
    ExcludeOption,
    IncludeOption,
    RequestOption,
    RulesOption,
    TreeArgument,
    iso_date,
    pairs,
)
from kernaudit.cli.scan_options import (
    AsOfOption,
    Code,
    CodeOption,
    ConfigOption,
    CudaOption,
    Detail,
    DetailOption,
    FailOnOption,
    FormatOption,
    FromOption,
    JobsOption,
    KernelOption,
    NoCacheOption,
    Only,
    OnlyOption,
    OutputsOption,
    TitleOption,
    ToOption,
    fail_on_rules,
)

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.cli.layout import Layout
    from kernaudit.scan.kept_output import Output
    from kernaudit.scan.options import ScanOptions

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("scan")(_scan)


def _scan(
    path: TreeArgument,
    *,
    to: ToOption = None,
    from_: FromOption = None,
    cuda: CudaOption = None,
    request: RequestOption = None,
    define: DefineOption = None,
    env: EnvOption = None,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    rules: RulesOption = None,
    kernel: KernelOption = None,
    only: OnlyOption = None,
    detail: DetailOption = Detail.FAMILIES,
    format_: FormatOption = None,
    output: OutputsOption = None,
    jobs: JobsOption = None,
    code: CodeOption = Code.ALWAYS,
    no_cache: NoCacheOption = False,
    as_of: AsOfOption = None,
    title: TitleOption = None,
    config: ConfigOption = None,
    fail_on: FailOnOption = None,
) -> None:
    """Show for every CUDA source which image of this build runs on which device, and why none does where none does.

    The build files are evaluated, never run. Without an arch list a build that takes one is evaluated once per
    device, as a build for that device alone.
    """
    from kernaudit.cli.layout import layout_of
    from kernaudit.cli.output import emit_output
    from kernaudit.render.base import RowDetail
    from kernaudit.scan.code_reading import CodeReading
    from kernaudit.scan.kept_output import KeptOutput
    from kernaudit.scan.options import ScanOptions

    outputs, failing = tuple(output or ()), fail_on_rules(fail_on)
    layout = layout_of(RowDetail(detail), outputs)
    options = ScanOptions(
        path=path,
        to=tuple(to or ()),
        from_=from_,
        cuda=cuda,
        request=request,
        defines=pairs(define, "-D"),
        env=pairs(env, "--env"),
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        rules=tuple(rules or ()),
        kernels=tuple(kernel or ()),
        only_failing=only is Only.FAILING,
        code=CodeReading(code.value),
        jobs=jobs,
        cache=not no_cache,
        as_of=iso_date(as_of, "--as-of"),
        title=title,
        config=config,
    )
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
