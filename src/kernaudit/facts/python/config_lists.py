"""A list of configurations: written out, made by a comprehension over literals, or returned by a function."""

from __future__ import annotations

import ast
from itertools import product
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.sources.python.module import PythonModule

__all__ = ["listed_entries", "number_of"]

_MOST = 512
_DEEPEST = 4
Entry = tuple[ast.expr, "Mapping[str, int]"]


def listed_entries(node: ast.expr, module: PythonModule, depth: int = 0) -> Sequence[Entry] | None:
    """Return the expressions of a list, each with the numbers that loop variables have there; None if that is open."""
    if depth > _DEEPEST:
        return None
    if isinstance(node, ast.Name):
        value = module.assigned(node.id)
        return None if value is None else listed_entries(value, module, depth + 1)
    if isinstance(node, ast.List | ast.Tuple):
        starred = any(isinstance(one, ast.Starred) for one in node.elts)
        return None if starred or len(node.elts) > _MOST else [(one, {}) for one in node.elts]
    if isinstance(node, ast.ListComp):
        return _made(node, module)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args and not node.keywords:
        returned = _returned(module.definition(node.func.id))
        return None if returned is None else listed_entries(returned, module, depth + 1)
    return None


def number_of(node: ast.expr, numbers: Mapping[str, int]) -> int | None:
    """Return the number that an expression is, literally or as a loop variable."""
    if isinstance(node, ast.Name):
        return numbers.get(node.id)
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    return None


def _made(node: ast.ListComp, module: PythonModule) -> Sequence[Entry] | None:
    """One entry per round of the loops; a comprehension that filters may leave out any, and is not read."""
    names: list[str] = []
    ranges: list[list[int]] = []
    for loop in node.generators:
        values = _numbers(loop.iter, module)
        if loop.ifs or not isinstance(loop.target, ast.Name) or values is None:
            return None
        names.append(loop.target.id)
        ranges.append(values)
    if prod(map(len, ranges)) > _MOST:
        return None
    return [(node.elt, dict(zip(names, values, strict=True))) for values in product(*ranges)]


def _numbers(node: ast.expr, module: PythonModule) -> list[int] | None:
    """The numbers of a literal list, or of a variable at the top level that is one."""
    value = module.assigned(node.id) if isinstance(node, ast.Name) else node
    if not isinstance(value, ast.List | ast.Tuple):
        return None
    found = [number_of(one, {}) for one in value.elts]
    numbers = [one for one in found if one is not None]
    return numbers if len(numbers) == len(found) else None


def _returned(node: ast.AST | None) -> ast.expr | None:
    """What a function returns that does nothing else."""
    if not isinstance(node, ast.FunctionDef):
        return None
    *before, last = node.body
    plain = all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in before)
    return last.value if plain and isinstance(last, ast.Return) else None
