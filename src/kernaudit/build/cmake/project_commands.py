"""All commands of a project evaluation: the language's, the project model's, those of files and of modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.commands import LANGUAGE_COMMANDS
from kernaudit.build.cmake.files import configure_command, file_command
from kernaudit.build.cmake.modules import (
    checks,
    cuda_legacy,
    fetched,
    find_package,
    include_command,
    own_modules,
    python,
)
from kernaudit.build.cmake.project import (
    directory_commands,
    find_commands,
    inert_commands,
    process_commands,
    property_commands,
    property_queries,
    target_commands,
)

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler

__all__ = ["PROJECT_COMMANDS"]

PROJECT_COMMANDS: Final[dict[str, Handler]] = {
    **LANGUAGE_COMMANDS,
    **inert_commands.COMMANDS,
    **directory_commands.COMMANDS,
    **target_commands.COMMANDS,
    **property_commands.COMMANDS,
    **property_queries.COMMANDS,
    **process_commands.COMMANDS,
    **find_commands.COMMANDS,
    **file_command.COMMANDS,
    **configure_command.COMMANDS,
    **checks.COMMANDS,
    **cuda_legacy.COMMANDS,
    **fetched.COMMANDS,
    **find_package.COMMANDS,
    **own_modules.COMMANDS,
    **python.COMMANDS,
    **include_command.COMMANDS,
}
"""By lower-case name; what stands later replaces what stands before."""
