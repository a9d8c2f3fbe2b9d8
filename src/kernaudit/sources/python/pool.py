"""How much syntax is kept at a time: a tree's Python code takes forty times its text as syntax trees."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SyntaxPool"]

_MOST = 600_000
"""Characters of code: of a whole scan of vLLM 0.33.0 about a tenth, 25 MB."""


@dataclass(slots=True)
class SyntaxPool:
    """Forgets what was parsed longest ago; what is asked for again is parsed again.

    Attributes:
        most: characters of code.
    """

    most: int = _MOST
    _kept: deque[tuple[int, Callable[[], None]]] = field(default_factory=deque)
    _size: int = 0

    def keep(self, size: int, forget: Callable[[], None]) -> None:
        """Note that code of this size was parsed, and how its syntax is forgotten."""
        self._kept.append((size, forget))
        self._size += size
        while self._size > self.most and len(self._kept) > 1:
            gone, call = self._kept.popleft()
            self._size -= gone
            call()
