"""`kernaudit cmake-eval`: runs cmake code from standard input (hidden; for comparing with the real cmake)."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from kernaudit.cli.output import emit, emit_json
from kernaudit.errors import UsageError

__all__ = ["register"]


class _Format(StrEnum):
    TEXT = "text"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("cmake-eval", hidden=True)(_cmake_eval)


def _cmake_eval(
    source: Annotated[str, typer.Argument(metavar="-", help="- reads the code from standard input.")] = "-",
    format_: Annotated[_Format, typer.Option("--format", help="How to print it.")] = _Format.JSON,
) -> None:
    """Run cmake code in script mode and print its messages."""
    from kernaudit.scan.cmake_eval import cmake_eval_document

    if source != "-":
        raise UsageError(f"cmake-eval: {source}: the code is read from standard input; give -")
    document = cmake_eval_document(sys.stdin.read())
    if format_ is _Format.JSON:
        emit_json(document)
    else:
        lines = document["out"]
        emit("\n".join(map(str, lines)) if isinstance(lines, list) else "")
