"""Numbers equal values, so that a data block holds each of them once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

__all__ = ["NONE", "Pool"]

NONE = -1
"""Stands for a value that is not there."""

Item = TypeVar("Item", bound="Hashable")


class Pool(Generic[Item]):
    """Values in the order in which they were first met."""

    def __init__(self) -> None:
        self._numbers: dict[Item, int] = {}

    def number(self, value: Item | None) -> int:
        """Return the number of a value, `NONE` for none."""
        return NONE if value is None else self._numbers.setdefault(value, len(self._numbers))

    def values(self) -> list[Item]:
        """Return all values; a value's number is its place."""
        return list(self._numbers)
