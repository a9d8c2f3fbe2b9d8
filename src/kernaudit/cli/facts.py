"""`kernaudit facts`: what one SM target makes of each translation unit."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from kernaudit.cli.options import (
    CudaOption,
    DefineOption,
    ExcludeOption,
    IncludeOption,
    OutputOption,
    RulesOption,
    TreeArgument,
)

__all__ = ["register"]


class _Format(StrEnum):
    TABLE = "table"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("facts")(_facts)


def _facts(  # noqa: PLR0917 - one parameter per option
    path: TreeArgument,
    target: Annotated[str, typer.Option("--target", metavar="SM", help="SM target such as sm_90a.")],
    cuda: CudaOption = "13.0",
    unit: Annotated[
        list[str] | None,
        typer.Option("--unit", metavar="GLOB", help="Only units whose path matches; repeatable.", show_default=False),
    ] = None,
    define: DefineOption = None,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    rules: RulesOption = None,
    format_: Annotated[_Format, typer.Option("--format", help="How to print it.")] = _Format.TABLE,
    output: OutputOption = None,
) -> None:
    """Say what an SM target makes of each translation unit: kernels, their bodies, and what is refused."""
    from kernaudit.cli.options import macro_pairs
    from kernaudit.cli.output import emit, emit_json
    from kernaudit.scan.facts import FactsOptions, facts_document, facts_text

    options = FactsOptions(
        cuda=cuda,
        units=tuple(unit or ()),
        defines=macro_pairs(define),
        rules=tuple(rules or ()),
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
    )
    document = facts_document(path, target, options)
    if format_ is _Format.JSON:
        emit_json(document, output)
    else:
        emit(facts_text(document), output)
