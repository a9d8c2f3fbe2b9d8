"""The size of the cluster in which a kernel is declared to run, and whether host code asks for large ones."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

__all__ = ["allows_large_clusters", "cluster_of"]

_DECLARED: Final = re.compile(r"\b__cluster_dims__\s*\(\s*(\d{1,4}(?:\s*,\s*\d{1,4}){0,2})\s*\)")
_ALLOWS: Final = frozenset(
    {"cudaFuncAttributeNonPortableClusterSizeAllowed", "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED"}
)


def cluster_of(head: str) -> int | None:
    """Return the blocks of `__cluster_dims__` in a kernel's declaration; None without one that is all numbers."""
    found = _DECLARED.search(head)
    return None if found is None else prod(int(part) for part in found[1].split(","))


def allows_large_clusters(words: AbstractSet[str]) -> bool:
    """Return whether host code names the attribute that allows clusters above the portable size."""
    return not _ALLOWS.isdisjoint(words)
