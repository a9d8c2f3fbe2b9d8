"""Walks through the tuples of `sources.ast` without knowing what each of them means."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.sources.ast import Tuple

__all__ = ["children", "names_in", "root_name"]


def children(node: Tuple) -> list[Tuple]:
    """Return the expressions, types and statements directly inside a node."""
    found: list[Tuple] = []
    kind = node[0]
    if kind in ("path", "type"):
        for _, arguments in node[1]:
            _flatten(arguments, found)
    elif kind == "member":
        found.append(node[1])
        _flatten(node[2][1], found)
    elif kind == "lambda":
        for _, made, _, default, _ in node[1]:
            found.append(made)
            _flatten(default, found)
        _flatten(node[2], found)
    elif kind == "using":
        found.append(node[3])
    elif kind != "class":
        for part in node[1:]:
            _flatten(part, found)
    return found


def _flatten(part: object, found: list[Tuple]) -> None:
    """Add a node, or the nodes of a sequence of any depth."""
    if isinstance(part, tuple) and part:
        if isinstance(part[0], str):
            found.append(part)
        else:
            for inner in part:
                _flatten(inner, found)


def names_in(node: Tuple) -> Iterator[str]:
    """Yield the identifiers that a node itself holds: of a name, a type, or a member access."""
    if node[0] in ("path", "type"):
        for name, _ in node[1]:
            yield name
    elif node[0] == "member":
        yield node[2][0]


def root_name(place: Tuple) -> str | None:
    """Return the variable that `a.b[c]` is a part of, or None."""
    while place[0] in ("member", "index", "deref") and len(place) > 1:
        place = place[1]
    return place[1][0][0] if place[0] == "path" and place[1] else None
