"""A class with all that it is derived from, in the order in which members are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kernaudit.facts.values import ClassInstance

__all__ = ["lineage"]

_MOST: Final = 64
"""Classes that are looked through: what derives from itself, or from ever more of its kind, comes to an end."""


def lineage(
    instance: ClassInstance, bases: Callable[[ClassInstance], Sequence[ClassInstance]]
) -> Iterator[ClassInstance]:
    """Yield a class and its base classes, each one once, the first base with all of its own before the second."""
    pending = [instance]
    known: list[ClassInstance] = []
    while pending and len(known) < _MOST:
        one = pending.pop()
        if one not in known:
            known.append(one)
            yield one
            pending.extend(reversed(bases(one)))
