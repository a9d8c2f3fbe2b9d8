"""What a command of this package is given and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernaudit.build.cmake.lib.errors import LibError

__all__ = ["Call", "Command", "Read", "Writes", "is_on", "run_subcommand"]

Read = Callable[[str], "str | None"]
"""The value of a variable, None where it is not defined."""

Writes = list[tuple[str, "str | None"]]
"""Assignments in execution order; None removes the variable."""

Call = Callable[[str, Sequence[str]], "str | None"]
"""Calls a user's function with these arguments and one more, the output variable; the value it set there."""

Command = Callable[[Sequence[str], Read], Writes]
"""A subcommand: its arguments (the subcommand's own name first) and a way to read variables."""


def is_on(text: str) -> bool:
    """Whether cmake takes the text as a true constant (not as `if` does: no numbers but 1)."""
    return text.upper() in {"1", "ON", "YES", "TRUE", "Y"}


def run_subcommand(name: str, table: dict[str, Command], args: Sequence[str], read: Read) -> Writes:
    """Run the subcommand that `args[0]` names; errors get the command's name in front, as cmake prints them."""
    handler = table.get(args[0])
    try:
        if handler is None:
            raise LibError(f'does not recognize sub-command "{args[0]}".')
        return handler(args, read)
    except LibError as error:
        raise LibError(f"{name} {error}") from None
