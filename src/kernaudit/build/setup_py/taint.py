"""Values that an undecided step may have changed: they stop being known, so that nothing follows from them."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.frame import MISSING
from kernaudit.build.setup_py.values import Instance, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.build.setup_py.frame import Frame

__all__ = ["leaves", "speaks_of_archs", "taint", "taint_names", "written_names"]

_ARCH: Final = re.compile(
    r"(?i)gencode|compute_|\bsm_?[0-9]|arch(?!ive)|(?:nvcc|cuda)_?c?(?:c|xx)?_?(?:flag|arg)|extra_compile|capabilit"
)
_NUMBER: Final = re.compile(r"([0-9]{1,2})\.?([0-9])[af]?(?:\+PTX)?")
_MUTATORS: Final = frozenset({"append", "extend", "insert", "remove", "update", "setdefault", "pop", "clear", "add"})
_PUT: Final = "putenv"
_DEPTH: Final = 4
_KEPT: Final = 8192
"""Statements whose answers are kept: loops, and scripts that are evaluated per device, ask for the same ones again."""


def speaks_of_archs(nodes: Iterable[ast.AST], numbers: frozenset[int]) -> bool:
    """Tell whether code may have to do with architectures: by its names, texts and numbers.

    Args:
        nodes: the code.
        numbers: those of the architectures that are known, such as 90 for 9.0.
    """
    return any(_speaks_inside(node, numbers) for node in nodes)


@lru_cache(maxsize=_KEPT)
def _speaks_inside(node: ast.AST, numbers: frozenset[int]) -> bool:
    return any(_speaks(one, numbers) for one in ast.walk(node))


def _speaks(node: ast.AST, numbers: frozenset[int]) -> bool:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            number = _NUMBER.fullmatch(node.value)
            return _ARCH.search(node.value) is not None or (
                number is not None and int(number[1] + number[2]) in numbers
            )
        return isinstance(node.value, int) and node.value in numbers
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None
    return name is not None and _ARCH.search(name) is not None


def leaves(nodes: Iterable[ast.AST]) -> set[type[ast.AST]]:
    """Return which of return, break and continue stand in code, functions inside left out."""
    return set[type[ast.AST]]().union(*map(_leaves_inside, nodes))


@lru_cache(maxsize=_KEPT)
def _leaves_inside(top: ast.AST) -> frozenset[type[ast.AST]]:
    found = set[type[ast.AST]]()
    pending = [top]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return | ast.Break | ast.Continue):
            found.add(type(node))
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending += ast.iter_child_nodes(node)
    return frozenset(found)


def written_names(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, bool]]:
    """Yield names that code binds (True) or changes in place (False)."""
    for top in nodes:
        yield from _written_inside(top)


@lru_cache(maxsize=_KEPT)
def _written_inside(top: ast.AST) -> tuple[tuple[str, bool], ...]:
    return tuple(_written(top))


def _written(top: ast.AST) -> Iterator[tuple[str, bool]]:
    for node in ast.walk(top):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.id, True
        elif isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            yield from _base(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _MUTATORS:
            yield from _base(node.func)


def _base(node: ast.expr) -> Iterator[tuple[str, bool]]:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        yield node.id, False


def taint_names(frame: Frame, environ: Environ, nodes: Sequence[ast.AST], doubt: Unknown) -> None:
    """Make what code would have bound or changed unknown, and the variables of the environment that it sets."""
    _taint_environ(environ, nodes, doubt)
    for name, binds in written_names(nodes):
        value = frame.find(name)
        if isinstance(value, list | dict | Instance):
            taint(value, doubt)
        elif binds or value is MISSING:
            frame.bind(name, doubt)


def _taint_environ(environ: Environ, nodes: Sequence[ast.AST], doubt: Unknown) -> None:
    """Variables that code sets by name are in doubt; where it sets others, all are."""
    names: list[str] = []
    for node in (one for top in nodes for one in ast.walk(top)):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del) and _is_environ(node.value):
            if not (isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)):
                environ.set_any(doubt)
                return
            names.append(node.slice.value)
        elif isinstance(node, ast.Call) and _last_name(node.func) == _PUT and node.args:
            given = node.args[0]
            names += [given.value] if isinstance(given, ast.Constant) and isinstance(given.value, str) else []
        elif isinstance(node, ast.Call | ast.AugAssign) and _changes_environ(node):
            environ.set_any(doubt)
            return
    for name in names:
        environ.set(name, doubt, doubt.location)


def _last_name(node: ast.expr) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _is_environ(node: ast.expr) -> bool:
    return _last_name(node) == "environ"


def _changes_environ(node: ast.Call | ast.AugAssign) -> bool:
    if isinstance(node, ast.AugAssign):
        return _is_environ(node.target)
    return isinstance(node.func, ast.Attribute) and node.func.attr in _MUTATORS and _is_environ(node.func.value)


def taint(value: Any, doubt: Unknown, depth: int = _DEPTH) -> None:
    """Make a container unknown in place: any number of further items, any changed value."""
    if depth == 0:
        return
    if isinstance(value, Environ):
        value.set_any(doubt)
    elif isinstance(value, list):
        if not any(isinstance(one, Unknown) for one in value):
            value.append(doubt.several())
    elif isinstance(value, dict):
        for key, one in list(value.items()):
            if isinstance(one, list | dict | Instance):
                taint(one, doubt, depth - 1)
            else:
                value[key] = doubt
        value[doubt] = doubt
    elif isinstance(value, Instance):
        for one in list(value.attributes.values()):
            taint(one, doubt, depth - 1)
