"""The strictness that all rule files share, and the words they share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

__all__ = ["CapabilityText", "Condition", "ReleaseText", "SourceKey", "Strict", "SuffixWord", "TargetText", "Text"]


class Strict(BaseModel):
    """No unknown keys, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


Text = Annotated[str, StringConstraints(min_length=1, max_length=2000, strip_whitespace=True)]
SourceKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]*$", max_length=60)]
"""A key of the file's own `sources`."""

CapabilityText = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}\.[0-9]$")]
ReleaseText = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}\.[0-9]$")]
TargetText = Annotated[str, StringConstraints(pattern=r"^[0-9]{2,4}[af]?$")]

SuffixWord = Literal["plain", "a", "f"]
Condition = Literal["same-major", "not-newer", "same-number", "same-family", "same-target"]
