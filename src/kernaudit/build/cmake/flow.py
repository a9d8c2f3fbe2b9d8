"""How control leaves a body early."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Signal"]


class Signal(IntEnum):
    """What a command tells the body that runs it; None means go on."""

    BREAK = 1
    CONTINUE = 2
    RETURN = 3
