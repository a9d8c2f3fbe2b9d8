"""How long backtracking can take for an expression: the test that keeps Python's `re` away from hostile ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.lib.regex_parse import ANY, Assert, Branches, Char, Group, Repeat

if TYPE_CHECKING:
    from kernaudit.build.cmake.lib.regex_parse import Node

__all__ = ["path_bound"]

_ACCEPT = -1
"""What follows the last item: the rest succeeds, nothing is ever given back."""


def path_bound(tree: Branches) -> tuple[int, int, int] | None:
    """How the paths through an expression grow with the length n of the text.

    Returns:
        (degree, factor, reach): from one starting point there are at most `factor * n ** degree` paths, each of at most
        `n ** reach` characters beyond the length of the expression. None where a group is repeated without limit,
        which this estimate does not cover.
    """
    nodes = _nodes(tree)
    if any(map(_repeats_group, nodes)):
        return None
    degree, factor, _ = _branches(tree, _ACCEPT)
    return degree, factor, int(any(isinstance(node, Repeat) and node.many for node in nodes))


def _nodes(tree: Branches) -> list[Node]:
    found: list[Node] = []
    for choice in tree.choices:
        for node in choice:
            item = node.item if isinstance(node, Repeat) else node
            found.append(node)
            if isinstance(item, Group):
                found.extend(_nodes(item.body))
    return found


def _repeats_group(node: Node) -> bool:
    return isinstance(node, Repeat) and node.many and not isinstance(node.item, Char)


def _branches(tree: Branches, follow: int) -> tuple[int, int, int]:
    """Degree, factor and first characters of alternatives that are followed by the characters `follow`."""
    degree = factor = first = 0
    for choice in tree.choices:
        own_degree, own_factor, own_first = _sequence(choice, follow)
        degree = max(degree, own_degree)
        factor += own_factor
        first = _union(first, own_first)
    return degree, factor, first


def _sequence(choice: tuple[Node, ...], follow: int) -> tuple[int, int, int]:
    degree, factor, first = 0, 1, follow
    for node in reversed(choice):
        own_degree, own_factor, first = _node(node, first)
        degree += own_degree
        factor *= own_factor
    return degree, factor, first


def _node(node: Node, follow: int) -> tuple[int, int, int]:
    if isinstance(node, Char):
        return 0, 1, node.mask
    if isinstance(node, Assert):  # `$` is followed by no character at all, `^` by any
        return 0, 1, 0 if node.kind == "$" else ANY
    if isinstance(node, Group):
        return _branches(node.body, follow)
    return _repeat(node, follow)


def _repeat(node: Repeat, follow: int) -> tuple[int, int, int]:
    if not node.many:
        degree, factor, first = _node(node.item, follow)
        return degree, factor + 1, _union(first, follow)
    assert isinstance(node.item, Char)  # _repeats_group has excluded the rest
    mask = node.item.mask
    gives_back = follow != _ACCEPT and bool(mask & follow)
    return int(gives_back), 1, mask if node.low else _union(mask, follow)


def _union(one: int, other: int) -> int:
    """Both sets. Where one way leads to the end of the expression, the rest cannot fail, whatever follows."""
    return _ACCEPT if _ACCEPT in (one, other) else one | other
