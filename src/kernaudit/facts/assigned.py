"""Which plain names a piece of code assigns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.sources.ast import Tuple

__all__ = ["assigned"]

_ASSIGNED: dict[int, tuple[object, frozenset[str]]] = {}
"""Names assigned in parts of loops; the part is kept with them, so that its id stays its own."""


def assigned(parts: Tuple) -> frozenset[str]:
    """Return the plain names that are assigned anywhere inside."""
    found: set[str] = set()
    for part in parts:
        known = _ASSIGNED.get(id(part))
        if known is None:
            inside: set[str] = set()
            _collect_assigned(part, inside)
            known = _ASSIGNED[id(part)] = (part, frozenset(inside))
        found |= known[1]
    return frozenset(found)


def _collect_assigned(part: object, found: set[str]) -> None:
    if not isinstance(part, tuple) or not part:
        return
    if part[0] == "assign" and len(part) == 5 and part[2][0] == "path" and len(part[2][1]) == 1:  # else a name
        found.add(part[2][1][0][0])
    for inner in part:
        if isinstance(inner, tuple):
            _collect_assigned(inner, found)
