"""The commands of the language itself; those of projects and files stand in `project`, `modules` and `files`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.commands import (
    arguments,
    control,
    includes,
    language,
    messages,
    paths,
    policies,
    queries,
    values,
    variables,
)

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Handler

__all__ = ["LANGUAGE_COMMANDS"]

LANGUAGE_COMMANDS: Final[dict[str, Handler]] = {
    **arguments.COMMANDS,
    **control.COMMANDS,
    **includes.COMMANDS,
    **language.COMMANDS,
    **messages.COMMANDS,
    **paths.COMMANDS,
    **policies.COMMANDS,
    **queries.COMMANDS,
    **values.COMMANDS,
    **variables.COMMANDS,
}
"""Every command of cmake's scripting language that works on values, scopes and control, by lower-case name."""
