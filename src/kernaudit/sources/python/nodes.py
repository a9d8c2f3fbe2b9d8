"""All nodes below some nodes of a syntax tree, in no order: several times as fast as `ast.walk`."""

from __future__ import annotations

from ast import AST
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["child_nodes", "every_node"]


def child_nodes(node: AST) -> Iterator[AST]:
    """Yield the nodes right below a node, in the order in which they are written."""
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, AST):
            yield value
        elif isinstance(value, list):
            for one in value:
                if isinstance(one, AST):
                    yield one


def every_node(nodes: Iterable[AST]) -> Iterator[AST]:
    """Yield the nodes and all that is below them."""
    left = list(nodes)
    while left:
        node = left.pop()
        yield node
        for value in node.__dict__.values():
            if isinstance(value, list):
                left += [one for one in value if isinstance(one, AST)]
            elif isinstance(value, AST):
                left.append(value)
