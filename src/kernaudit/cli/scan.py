"""`kernaudit scan`: what a build of this tree holds for which device."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
)

if TYPE_CHECKING:
    import typer

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
    code: CodeOption = Code.AUTO,
    no_cache: NoCacheOption = False,
    as_of: AsOfOption = None,
    title: TitleOption = None,
    config: ConfigOption = None,
) -> None:
    """Show for every CUDA source which image of this build runs on which device, and why none does where none does.

    The build files are evaluated, never run. Without an arch list a build that takes one is evaluated once per
    device, as a build for that device alone.
    """
    from kernaudit.cli.progress import shown_progress
    from kernaudit.cli.report import plan_outputs, write_report
    from kernaudit.render.base import RowDetail
    from kernaudit.scan.code_reading import CodeReading
    from kernaudit.scan.options import ScanOptions
    from kernaudit.scan.pipeline import run_scan

    plan = plan_outputs(format_, tuple(output or ()))
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
    write_report(report, RowDetail(detail), plan)
