"""`kernaudit scan`: what a build of this tree holds for which device."""

from __future__ import annotations

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
    from kernaudit.cli.progress import shown_progress
    from kernaudit.cli.report import plan_outputs, write_report
    from kernaudit.render.base import RowDetail
    from kernaudit.scan.check import gated
    from kernaudit.scan.code_reading import CodeReading
    from kernaudit.scan.options import ScanOptions
    from kernaudit.scan.pipeline import run_scan

    plan, failing = plan_outputs(format_, tuple(output or ())), fail_on_rules(fail_on)
    with shown_progress() as progress:
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
            progress=progress,
        )
        report = run_scan(options)
        if failing is not None:
            report = gated(options, report, failing)
    write_report(report, RowDetail(detail), plan)
    if report.gate is not None and report.gate.failed:
        raise typer.Exit(1)
