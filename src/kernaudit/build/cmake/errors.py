"""How an evaluation stops: the project's own error, with cmake's words and the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.errors import KernauditError

if TYPE_CHECKING:
    from kernaudit.model.evidence import Location

__all__ = ["BudgetError", "ConfigureError", "ScriptExit"]


class ConfigureError(KernauditError):
    """The configuration stops here: `message(FATAL_ERROR)`, a misused command or a syntax error.

    `condition` is the innermost `if` around the line that stopped, `fatal` tells a `message(FATAL_ERROR)` of the
    project from an error of a command.
    """

    def __init__(self, message: str, here: Location, *, condition: Location | None = None, fatal: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.here = here
        self.condition = condition
        self.fatal = fatal

    def __str__(self) -> str:
        return f"{self.here}: {self.message}"


class BudgetError(ConfigureError):
    """The script ran into a bound of this evaluator (steps, depth, size), not into an error of its own."""


class ScriptExit(ConfigureError):  # noqa: N818 - code 0 is no error
    """`cmake_language(EXIT <code>)`: the script ends here."""

    code: int = 0
