"""The size of the cluster in which a kernel is declared to run."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["cluster_of", "declares_cluster"]

_DECLARED: Final = re.compile(r"\b__cluster_dims__\s*\(\s*(\w+(?:\s*,\s*\w+){0,2})\s*\)")


def declares_cluster(head: str) -> bool:
    """Return whether a kernel's declaration has `__cluster_dims__`."""
    return _DECLARED.search(head) is not None


def cluster_of(head: str, value: Callable[[str], int | None]) -> int | None:
    """Return the blocks of `__cluster_dims__` in a kernel's declaration; None without one, or with an open size.

    `value` tells what a name stands for.
    """
    found = _DECLARED.search(head)
    sides = [] if found is None else [part.strip() for part in found[1].split(",")]
    sizes = [int(side) if side.isdecimal() else value(side) for side in sides]
    known = [size for size in sizes if size is not None]
    return prod(known) if sides and len(known) == len(sizes) else None
