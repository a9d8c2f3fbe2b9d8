"""Statements at the left margin of a file as a function, for what is walked are functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from kernaudit.facts.python.values import Func

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.pieces import Piece

__all__ = ["top_level"]

_MODULE = "<module>"


def top_level(module: PythonModule, pieces: Iterable[Piece]) -> Func:
    """Return a function that holds what blocks and assignments among some pieces of a file do."""
    body: list[ast.stmt] = []
    first = None
    for piece in pieces:
        if piece.kind in {"block", "name", "other"}:
            first = piece.line if first is None else first
            body.extend(module.parse(piece))
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    made = ast.FunctionDef(name=_MODULE, args=nothing, body=body, decorator_list=[])
    made.lineno, made.end_lineno = -(first or 0), len(module.lines)
    return Func(module, made)
