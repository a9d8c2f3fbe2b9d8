"""Text in Python code: the strings below a node, with a register's name where a value is put in."""

from __future__ import annotations

import ast

__all__ = ["HOLE", "written_texts"]

HOLE = "%hole"
"""Stands where a value is put in."""


def written_texts(node: ast.AST) -> str:
    """Return the strings below a node, a line each."""
    inside: set[int] = set()
    found: list[str] = []
    for one in ast.walk(node):
        if isinstance(one, ast.JoinedStr):
            inside.update(id(part) for part in ast.walk(one))
            found.append("".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in one.values))
        elif isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in inside:
            found.append(one.value)
    return "\n".join(found)
