"""`kernaudit archs`: the devices that reports can have as columns, and what is known of each."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from kernaudit.cli.options import OutputOption, RulesOption

__all__ = ["register"]


class _Format(StrEnum):
    TABLE = "table"
    JSON = "json"


WordsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[list | show DEVICE...]",
        help="list (the default), or show and devices such as 9.0, h100, rtx-5090, all.",
        show_default=False,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("archs")(_archs)


def _archs(
    words: WordsArgument = None,
    format_: Annotated[_Format, typer.Option("--format", help="How to print it.")] = _Format.TABLE,
    rules: RulesOption = None,
    output: OutputOption = None,
) -> None:
    """List the devices that are known, or show all about some, each number with its source."""
    from kernaudit.cli.output import emit, emit_json
    from kernaudit.errors import UsageError
    from kernaudit.scan.archs import archs_document, archs_text

    verb, *devices = words or ["list"]
    if verb not in {"list", "show"}:
        raise UsageError(f"archs {verb}: say `archs list` or `archs show {verb}`")
    if verb == "list" and devices:
        raise UsageError(f"archs list takes no device; say `archs show {devices[0]}`")
    if verb == "show" and not devices:
        raise UsageError("archs show needs a device; `archs list` names them, `archs show all` shows all")
    if format_ is _Format.JSON:
        emit_json(archs_document(rules or (), devices), output)
    else:
        emit(archs_text(rules or (), devices), output)
