"""One device and what every build root of the tree answered for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.build import BuildEvaluation
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit

__all__ = ["Column"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the matrix; `evaluations` stand in the order of the build roots, the same in every column.

    Columns whose effective request is the same share the evaluation objects.
    """

    device: DeviceProfile
    toolkit: Toolkit
    evaluations: tuple[BuildEvaluation, ...]
