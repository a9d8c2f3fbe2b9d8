"""What a command of this package is given and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kernaudit.build.cmake.lib.errors import LibError

__all__ = ["MAX_VALUE", "Call", "Command", "Read", "Writes", "check_size", "is_off", "is_on", "run_subcommand"]

MAX_VALUE: Final = 16 * 1024 * 1024
"""The longest value, in characters, that a command may make: a real build stays below a thousandth of it."""

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


def is_off(text: str | None) -> bool:
    """Whether cmake takes the value as a false constant; an undefined one is."""
    if not text or text == "NOTFOUND" or text.endswith("-NOTFOUND"):
        return True
    return text.upper() in {"0", "N", "NO", "OFF", "FALSE", "IGNORE"}


def check_size(size: int) -> None:
    """Refuse to make a value of `size` characters if no sane script would."""
    if size > MAX_VALUE:
        raise LibError(f"makes a value of {size} characters; the limit is {MAX_VALUE}.")


def run_subcommand(name: str, table: dict[str, Command], args: Sequence[str], read: Read) -> Writes:
    """Run the subcommand that `args[0]` names; errors get the command's name in front, as cmake prints them."""
    handler = table.get(args[0])
    try:
        if handler is not None:
            return handler(args, read)
        raise LibError(f"does not recognize sub-command {args[0]}")
    except LibError as error:
        raise LibError(f"{name} {error}") from None
