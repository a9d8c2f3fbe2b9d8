"""`kernaudit rules`: the instruction rules."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kernaudit.cli.options import OutputOption, RulesOption

__all__ = ["register"]


class _Format(StrEnum):
    TABLE = "table"
    JSON = "json"


FormatOption = Annotated[_Format, typer.Option("--format", help="How to print it.")]
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The rule's id, such as wgmma.")]


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    group = typer.Typer(help="List, show and test the instruction rules.", no_args_is_help=True)
    group.command("list")(_list)
    group.command("show")(_show)
    group.command("test")(_test)
    group.command("new")(_new)
    app.add_typer(group, name="rules")


def _list(format_: FormatOption = _Format.TABLE, rules: RulesOption = None, output: OutputOption = None) -> None:
    """List all rules: id, targets, first toolkit, title."""
    _print((), format_, rules, output)


def _show(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of rules, such as wgmma.")],
    format_: FormatOption = _Format.TABLE,
    rules: RulesOption = None,
    output: OutputOption = None,
) -> None:
    """Show all that rules say: targets, patterns, what happens elsewhere, reference, witness."""
    _print(ids, format_, rules, output)


def _test(
    rule_id: IdArgument,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="CUDA text whose lines say `// expect: ID` or `// ok:`.")
    ],
    rules: RulesOption = None,
) -> None:
    """Try a rule on a file: it must hit exactly the lines that expect it (exit code 1 if not)."""
    from kernaudit.cli.output import emit
    from kernaudit.scan.rules import test_rule

    passed, text = test_rule(rule_id, file, rules or ())
    emit(text)
    if not passed:
        raise typer.Exit(1)


def _new(rule_id: IdArgument, rules: RulesOption = None) -> None:
    """Print a sketch of a new rule and of its fixture."""
    from kernaudit.cli.output import emit
    from kernaudit.scan.rules import new_rule

    entry, fixture = new_rule(rule_id, rules or ())
    emit(f"# rules/instructions/FAMILY.yaml\n{entry}\n// tests/rules/{rule_id}.cu\n{fixture}")


def _print(ids: list[str] | tuple[()], format_: _Format, rules: list[Path] | None, output: Path | None) -> None:
    from kernaudit.cli.output import emit, emit_json
    from kernaudit.scan.rules import rules_document, rules_text

    if format_ is _Format.JSON:
        emit_json(rules_document(ids, rules or ()), output)
    else:
        emit(rules_text(ids, rules or ()), output)
