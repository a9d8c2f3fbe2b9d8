"""`kernaudit schema`: JSON Schemas, for editors and for programs that read reports."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from kernaudit.cli.options import OutputOption

__all__ = ["register"]


class _Kind(StrEnum):
    REPORT = "report"
    CONFIG = "config"
    RULES = "rules"
    BASELINE = "baseline"


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("schema")(_schema)


def _schema(
    kind: Annotated[_Kind, typer.Argument(metavar="KIND", help="report, config, rules or baseline.")],
    output: OutputOption = None,
) -> None:
    """Print the JSON Schema of the report, of kernaudit.yaml, of a file of rules or of a baseline."""
    from kernaudit.cli.output import emit_json
    from kernaudit.scan.schema import schema_document

    emit_json(schema_document(kind.value), output)
