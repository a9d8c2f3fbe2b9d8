"""What cmake takes as true where a command (not `if`) reads a switch."""

from __future__ import annotations

from typing import Final

__all__ = ["is_false", "is_true"]

_OFF: Final = frozenset({"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"})


def is_false(value: str) -> bool:
    """Tell whether a value switches something off (cmake's `IsOff`)."""
    upper = value.upper()
    return upper in _OFF or upper.endswith("-NOTFOUND")


def is_true(value: str) -> bool:
    """Tell whether a value switches something on: anything that is not a false constant."""
    return not is_false(value)
