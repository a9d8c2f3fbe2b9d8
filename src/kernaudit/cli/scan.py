"""`kernaudit scan`: what a build of this tree holds for which device."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

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

__all__ = ["register"]


class _Detail(StrEnum):
    FAMILIES = "families"
    SOURCES = "sources"
    KERNELS = "kernels"


class _Code(StrEnum):
    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class _Only(StrEnum):
    FAILING = "failing"


ToOption = Annotated[
    list[str] | None,
    typer.Option(
        "--to",
        metavar="DEVICES",
        help="Devices, one column each: 9.0, h100, sm_103, rtx-5090, separated by commas; or all. "
        "Default: 8.0,8.9,9.0,10.0,10.3,12.0.",
        show_default=False,
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="DEVICE", help="The device in use today: the first column.", show_default=False),
]
CudaOption = Annotated[
    str | None,
    typer.Option(
        "--cuda", metavar="VERSION", help="CUDA toolkit to assume, 13.0 (the default) or 13.0.88.", show_default=False
    ),
]
KernelOption = Annotated[
    list[str] | None,
    typer.Option(
        "--kernel",
        metavar="GLOB",
        help="Only sources whose name, path, family or target matches; may be repeated.",
        show_default=False,
    ),
]
OnlyOption = Annotated[
    _Only | None,
    typer.Option("--only", help="Only sources that do not run on some device shown.", show_default=False),
]
DetailOption = Annotated[_Detail, typer.Option("--detail", help="Rows: families, or their sources or kernels too.")]
FormatOption = Annotated[
    str | None,
    typer.Option("--format", metavar="FORMAT", help="table (the default), json, markdown or csv.", show_default=False),
]
OutputsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write there instead of to standard output, in the format of the extension; may be repeated.",
        show_default=False,
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        help="Processes to use; the report is the same with any.",
        show_default=False,
    ),
]
CodeOption = Annotated[
    _Code,
    typer.Option(
        "--code",
        help="Read the code behind the images too: guards, instructions, shared memory. auto does so in trees of "
        "at most 32 units; elsewhere it takes minutes.",
    ),
]
NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Read everything again, and keep nothing for the next run.")
]
AsOfOption = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="Today, YYYY-MM-DD: how long a wait has lasted, which facts are stale.",
        show_default=False,
    ),
]
ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Take this configuration instead of PATH/kernaudit.yaml or [tool.kernaudit] in PATH/pyproject.toml.",
        show_default=False,
    ),
]
TitleOption = Annotated[
    str | None, typer.Option("--title", metavar="TEXT", help="Heading of the report.", show_default=False)
]


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
    detail: DetailOption = _Detail.FAMILIES,
    format_: FormatOption = None,
    output: OutputsOption = None,
    jobs: JobsOption = None,
    code: CodeOption = _Code.AUTO,
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
            only_failing=only is _Only.FAILING,
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
