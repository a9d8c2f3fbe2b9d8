"""`kernaudit init`: a commented kernaudit.yaml with what a tree pins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.cli.options import OutputOption, RulesOption, TreeArgument

if TYPE_CHECKING:
    import typer

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("init")(_init)


def _init(path: TreeArgument, rules: RulesOption = None, output: OutputOption = None) -> None:
    """Write a commented kernaudit.yaml with what the tree pins: fetched projects, submodules, required packages.

    It goes to PATH/kernaudit.yaml, or to -o FILE; a file that exists is never replaced.
    """
    from kernaudit.cli.output import emit
    from kernaudit.errors import UsageError
    from kernaudit.scan.init import init_text

    target = path / "kernaudit.yaml" if output is None else output
    if str(target) != "-" and (target.is_file() or target.is_symlink()):
        message = f"{target}: exists already; remove it or name another file with -o"
        raise UsageError(message)
    emit(init_text(path, tuple(rules or ())), target)
