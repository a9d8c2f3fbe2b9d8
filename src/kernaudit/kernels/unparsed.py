"""Code of a kernel that the grammar stepped over: nobody knows what it does, or whether it is C++ at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.kernels.model import Doubt
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from kernaudit.sources.outline import Function

__all__ = ["find_unparsed"]

_HARMLESS: Final = re.compile(r"\s*(?:typename\b[\w\s:]*|template|\(\s*\w+\s*\)\s*\.|\{\s*\}|[;,]*)\s*", re.ASCII)
"""Words of dependent names and empty initialisers, which the grammar does not place and which change nothing."""
_SHOWN: Final = 60


def find_unparsed(kernel: Function, reached: Iterable[Function]) -> Doubt | None:
    """Return where a kernel's body, or that of a device function that it reaches, was not understood."""
    for function in (kernel, *reached):
        own = function is kernel or "__device__" in function.head
        node = _unread(function) if own and function.node.has_error else None
        if node is not None:
            text = " ".join(function.converter.source(node).split())[:_SHOWN]
            return Doubt(
                f"unparsed: `{text}` in {function.name}", Location(function.path, function.converter.line(node))
            )
    return None


def _unread(function: Function) -> Node | None:
    body = function.node.child_by_field_name("body")
    pending = [] if body is None else [body]
    while pending:
        node = pending.pop()
        if node.type == "ERROR":
            if _HARMLESS.fullmatch(function.converter.source(node)) is None:
                return node
        elif node.has_error:
            pending.extend(reversed(node.children))
    return None
