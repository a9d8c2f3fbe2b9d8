"""A call of a user's function or macro that is being run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.build.cmake.program import Command

__all__ = ["Frame"]


@dataclass(slots=True)
class Frame:
    """What was called, where, how many `if` were open there, and a function's count of parameters (a macro's: -1)."""

    name: str
    site: Command
    conditions: int
    parameters: int = -1
