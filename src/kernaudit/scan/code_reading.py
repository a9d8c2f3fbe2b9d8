"""Whether the code behind the images is read."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["CodeReading"]


class CodeReading(StrEnum):
    """Whether the code of the units is read."""

    ALWAYS = "always"
    NEVER = "never"
