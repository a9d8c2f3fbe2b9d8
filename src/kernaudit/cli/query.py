"""`kernaudit query`: which SM targets accept a line of PTX."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Annotated

import typer

from kernaudit.cli.options import CudaOption, OutputOption, RulesOption

__all__ = ["register"]


class _Format(StrEnum):
    TABLE = "table"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("query")(_query)


def _query(  # noqa: PLR0917 - one parameter per option
    statement: Annotated[
        str | None, typer.Argument(metavar="STATEMENT", help="PTX, such as 'wgmma.fence.sync.aligned;'.")
    ] = None,
    stdin: Annotated[bool, typer.Option("--stdin", help="Read lines from standard input instead.")] = False,
    cuda: CudaOption = "13.0",
    format_: Annotated[
        _Format, typer.Option("--format", help="How to print it; json is one object a line.")
    ] = _Format.TABLE,
    rules: RulesOption = None,
    output: OutputOption = None,
) -> None:
    """Say which SM targets the assembler of a CUDA toolkit accepts PTX statements for."""
    from kernaudit.cli.messages import print_note
    from kernaudit.cli.output import emit
    from kernaudit.errors import UsageError
    from kernaudit.scan.query import query, query_text

    if (statement is None) is not stdin:
        raise UsageError("query: give a statement in quotes, or --stdin for lines from standard input")
    lines = _lines(statement)
    if format_ is _Format.JSON:
        answers, notice = query(lines, rules or (), cuda)
        text = "\n".join(json.dumps(answer, ensure_ascii=False) for answer in answers)
    else:
        text, notice = query_text(lines, rules or (), cuda)
    if notice:
        print_note(notice)
    emit(text, output)


def _lines(statement: str | None) -> list[str]:
    """The lines to answer, one answer each; what follows the last line end is a line only if it is not empty."""
    if statement is not None:
        return [statement]
    *lines, rest = sys.stdin.read().split("\n")
    return [*lines, rest] if rest else lines
