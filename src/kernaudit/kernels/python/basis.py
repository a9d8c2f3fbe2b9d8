"""What a survey of Python code hangs on, so that a change of other files does not make it void.

Most files of a tree hold neither kernels nor questions for the device: of them it counts only that they still do not,
and which names they call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Basis"]


@dataclass(frozen=True, slots=True)
class Basis:
    """What was looked at.

    Attributes:
        looked_into: files that were looked into.
        names: what was looked for in all others.
        called: those of these names that a file calls and no file before it; None if nobody asked.
    """

    looked_into: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    called: Mapping[str, frozenset[bytes]] | None = field(default=None)

    @property
    def every_call(self) -> frozenset[bytes]:
        """All names that the others call."""
        return frozenset[bytes]().union(*(self.called or {}).values())
