"""The `-DNAME=` arguments that a project's own setup.py or pyproject.toml passes to cmake, read without running it."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kernaudit.discover import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.discover import SourceTree

__all__ = ["DriverDefine", "read_driver"]

_DEFINE: Final = re.compile(r"-D([A-Za-z_][A-Za-z0-9_.-]*)(?::[A-Z]+)?=(.*)", re.DOTALL)
_OPEN: Final = "\0"
"""Stands for a part of a string that only running the script would tell."""

_PLACEHOLDER: Final = re.compile(r"%[sdr]|\{[^{}]*\}")
_STRINGS: Final = (ast.Constant, ast.JoinedStr, ast.BinOp, ast.Call)
_MAX_BYTES: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class DriverDefine:
    """One `-DNAME=value`; the value is None where only running the script would tell it (or whether it is passed)."""

    name: str
    value: str | None
    file: str
    line: int


def read_driver(tree: SourceTree, directory: str) -> tuple[DriverDefine, ...]:
    """Return what the build drivers beside a CMakeLists.txt (or above it) pass, the first mention of each name.

    Args:
        tree: the scanned tree.
        directory: of the CMakeLists.txt, relative to the root.
    """
    found: dict[str, DriverDefine] = {}
    for place in _upwards(directory):
        prefix = f"{place}/" if place else ""
        for define in (*_from_setup(tree, f"{prefix}setup.py"), *_from_pyproject(tree, f"{prefix}pyproject.toml")):
            found.setdefault(define.name, define)
        if found:
            break
    return tuple(found.values())


def _upwards(directory: str) -> Iterator[str]:
    while directory:
        yield directory
        directory = directory.rpartition("/")[0]
    yield ""


def _from_setup(tree: SourceTree, path: str) -> Iterator[DriverDefine]:
    text = _text(tree, path)
    if text is None or "-D" not in text:
        return
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node, sometimes in _strings(module):
        written = _fold(node)
        match = _DEFINE.fullmatch(written.strip()) if written is not None else None
        if match is not None:
            known = not sometimes and _OPEN not in match[2]
            yield DriverDefine(match[1], match[2] if known else None, path, getattr(node, "lineno", 1))


def _strings(module: ast.Module) -> Iterator[tuple[ast.AST, bool]]:
    """Yield the outermost string expressions, with whether they stand under a condition; in order of the text."""
    pending: list[tuple[ast.AST, bool]] = [(module, False)]
    while pending:
        node, sometimes = pending.pop()
        if isinstance(node, _STRINGS) and _fold(node) is not None:
            yield node, sometimes
            continue
        inner = sometimes or isinstance(node, ast.If | ast.IfExp | ast.For | ast.While)
        pending += [(child, inner) for child in reversed(list(ast.iter_child_nodes(node)))]


def _fold(node: ast.AST) -> str | None:
    """Return a string expression with `_OPEN` for what is not literal, or None if it is no string."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(_fold(part) or _OPEN for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
        return _fold_operator(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        template = _fold(node.func.value)
        return None if template is None else _PLACEHOLDER.sub(_OPEN, template)
    return None


def _fold_operator(node: ast.BinOp) -> str | None:
    left = _fold(node.left)
    if isinstance(node.op, ast.Mod):
        return None if left is None else _PLACEHOLDER.sub(_OPEN, left)
    right = _fold(node.right)
    if left is None and right is None:
        return None
    return (left if left is not None else _OPEN) + (right if right is not None else _OPEN)


def _from_pyproject(tree: SourceTree, path: str) -> Iterator[DriverDefine]:
    """Read the tables of scikit-build-core and py-build-cmake."""
    text = _text(tree, path)
    if text is None or "cmake" not in text:
        return
    try:
        tool = tomllib.loads(text).get("tool", {})
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    for name, value in _tables(tool) if isinstance(tool, dict) else ():
        line = next((number for number, row in enumerate(text.splitlines(), 1) if name in row), 1)
        yield DriverDefine(name, value, path, line)


def _tables(tool: dict[str, Any]) -> Iterator[tuple[str, str]]:
    scikit = tool.get("scikit-build", {})
    cmake = scikit.get("cmake", {}) if isinstance(scikit, dict) else {}
    if not isinstance(cmake, dict):
        return
    defines = cmake.get("define", {})
    for name, value in defines.items() if isinstance(defines, dict) else ():
        if isinstance(value, bool):
            yield name, "ON" if value else "OFF"
        elif isinstance(value, str | int | float):
            yield name, str(value)
    args = cmake.get("args", [])
    for arg in args if isinstance(args, list) else ():
        match = _DEFINE.fullmatch(arg) if isinstance(arg, str) else None
        if match is not None:
            yield match[1], match[2]


def _text(tree: SourceTree, path: str) -> str | None:
    if not tree.is_file(path):
        return None
    try:
        text = tree.read_text(path)
    except UnreadableFile:
        return None
    return text if len(text) <= _MAX_BYTES else None
