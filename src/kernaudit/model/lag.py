"""How long kernels took to reach a new GPU: one row per kernel and architecture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["LagClass", "LagRow"]


class LagClass(StrEnum):
    """Whether a kernel merely ran on the new GPU, or used what is new there."""

    RUN = "run"
    NATIVE = "native"


@dataclass(frozen=True, slots=True)
class LagRow:
    """Days from the later of (GPU on sale, kernel published) to the first commit for it; negative before.

    `arrived` is false where nothing had come by then: the wait is longer than `days`.
    """

    kernel: str
    arch: str
    kind: LagClass
    days: int
    arrived: bool
    source: str
    grade: str
