"""The options of a scan, and a decorator that gives them to every verb that scans."""

from __future__ import annotations

import functools
import inspect
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kernaudit.cli.options import (
    DefineOption,
    EnvOption,
    ExcludeOption,
    IncludeOption,
    RequestOption,
    RulesOption,
    iso_date,
    pairs,
)
from kernaudit.scan.options import ScanOptions

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Detail",
    "DetailOption",
    "FailOnOption",
    "FormatOption",
    "KernelOption",
    "Only",
    "OnlyOption",
    "OutputsOption",
    "PathPrefixOption",
    "TitleOption",
    "fail_on_rules",
    "takes_scan_options",
]


class Detail(StrEnum):
    """Which rows."""

    FAMILIES = "families"
    SOURCES = "sources"
    KERNELS = "kernels"


class Code(StrEnum):
    """Whether the code is read."""

    ALWAYS = "always"
    NEVER = "never"


class Only(StrEnum):
    """Which kernels."""

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
    Only | None,
    typer.Option("--only", help="Only sources that do not run on some device shown.", show_default=False),
]
DetailOption = Annotated[Detail, typer.Option("--detail", help="Rows: families, or their sources or kernels too.")]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="table, json, markdown, csv, html, gate, sarif, github, junit, gitlab or summary.",
        show_default=False,
    ),
]
OutputsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write there instead of to standard output, in the format of the extension or as FORMAT:FILE; may be "
        "repeated.",
        show_default=False,
    ),
]
PathPrefixOption = Annotated[
    str | None,
    typer.Option(
        "--path-prefix",
        metavar="DIR",
        help="Where the tree stands in its repository: put before the paths of sarif, github, gitlab and summary.",
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
    Code,
    typer.Option(
        "--code",
        help="Read the code behind the images: guards, instructions, shared memory, checks on the host. With never "
        "a cell says which image loads, no more.",
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


FailOnOption = Annotated[
    str | None,
    typer.Option(
        "--fail-on",
        metavar="RULES",
        help="Exit code 1 where one of these is found: build-break, silent-no-op, gate-mismatch, suffix-lost.",
        show_default=False,
    ),
]


def fail_on_rules(text: str | None) -> tuple[str, ...] | None:
    """Return the rules that `--fail-on` names, None where it was not given.

    Raises:
        UsageError: there is no such rule.
    """
    if text is None:
        return None
    from kernaudit.config.model import FAIL_ON
    from kernaudit.errors import UsageError

    rules = tuple(part.strip() for part in text.split(",") if part.strip())
    for rule in rules:
        if rule not in FAIL_ON:
            raise UsageError(f"--fail-on: no such rule {rule!r}; choose from {', '.join(FAIL_ON)}")
    return rules


def takes_scan_options(verb: Callable[..., None]) -> Callable[..., None]:
    """Return a verb that has the options of a scan after its own; it gets them as its first argument."""
    own = list(inspect.signature(verb, eval_str=True).parameters.values())[1:]
    shared = inspect.signature(_scan_options, eval_str=True).parameters

    @functools.wraps(verb)
    def wrapped(**given: Any) -> None:  # noqa: ANN401 - what typer has parsed
        options = _scan_options(**{name: given.pop(name) for name in shared})
        verb(options, **given)

    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in (*own, *shared.values())]
    setattr(wrapped, "__signature__", inspect.Signature(parameters))  # noqa: B010 - mypy knows no such attribute
    wrapped.__annotations__ = {one.name: one.annotation for one in parameters}
    return wrapped


def _scan_options(
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
    jobs: JobsOption = None,
    code: CodeOption = Code.ALWAYS,
    no_cache: NoCacheOption = False,
    as_of: AsOfOption = None,
    config: ConfigOption = None,
) -> ScanOptions:
    from kernaudit.scan.code_reading import CodeReading

    return ScanOptions(
        path=Path(),
        to=tuple(to or ()),
        from_=from_,
        cuda=cuda,
        request=request,
        defines=pairs(define, "-D"),
        env=pairs(env, "--env"),
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        rules=tuple(rules or ()),
        code=CodeReading(code.value),
        jobs=jobs,
        cache=not no_cache,
        as_of=iso_date(as_of, "--as-of"),
        config=config,
    )
