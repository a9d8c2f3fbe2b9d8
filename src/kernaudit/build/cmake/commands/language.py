"""cmake_language() as a command that another command calls, with its arguments expanded already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.language import run_language

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Handler

__all__ = ["COMMANDS"]

COMMANDS: Final[dict[str, Handler]] = {"cmake_language": run_language}
