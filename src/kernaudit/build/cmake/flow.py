"""How control leaves a body early, and the shape of what runs."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["Handler", "Node", "Signal"]


class Signal(IntEnum):
    """What a command tells the body that runs it; None means go on."""

    BREAK = 1
    CONTINUE = 2
    RETURN = 3


Handler = Callable[["Interpreter", list[str]], "Signal | None"]
"""A command: it gets its expanded arguments; only control commands return a signal."""

Node = Callable[["Interpreter"], "Signal | None"]
"""A compiled statement."""
