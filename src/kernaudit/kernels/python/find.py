"""Finds functions that a kernel language compiles, by their decorators."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.sources.python.module import Definition

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.kernels.python.names import LanguageNames
    from kernaudit.model.python_api import PythonLanguage
    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.pieces import Piece

__all__ = ["FoundKernel", "find_heirs", "find_kernels"]

_DECORATOR = re.compile(r"^@[ \t]*([\w.]+)", re.MULTILINE)
_HEAD = re.compile(r"^(?:async[ \t]+)?def[ \t]+\w+", re.MULTILINE)
_INNER = re.compile(r"^[ \t]+@[ \t]*([\w.]+)", re.MULTILINE)
_METHOD = re.compile(r"^[ \t]+(?:async[ \t]+)?def[ \t]+(?P<name>\w+)", re.MULTILINE)
_MOST_NAMES = 4
_MARKS = ("jit", "kernel", "prim_func")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, eq=False)
class FoundKernel:
    """A decorated function.

    Attributes:
        around: names of the classes and functions around it.
        in_class: whether the last of these is a class, and it is a method.
        node: its syntax, where it had to be parsed to find it.
    """

    module: PythonModule
    piece: Piece
    language: PythonLanguage
    name: str
    line: int
    around: tuple[str, ...] = ()
    in_class: bool = False
    node: _Function | None = None

    @property
    def text(self) -> str:
        """The text of the piece that holds it."""
        return self.module.piece_text(self.piece)

    def syntax(self) -> _Function | None:
        """Its syntax tree; None if it cannot be parsed."""
        if self.node is not None:
            return self.node
        nodes = self.module.parse(self.piece)
        inside = (
            [part for one in nodes if isinstance(one, ast.ClassDef) for part in one.body] if self.in_class else nodes
        )
        return next((one for one in inside if isinstance(one, _Function) and one.name == self.name), None)


def find_kernels(module: PythonModule, names: LanguageNames) -> Iterator[FoundKernel]:
    """Yield the kernels of a file (and functions that kernels call) in its order."""
    words = (*module.imports, *module.aliases)
    others = tuple(f"@{word}" for word in words if names.language_of(_dotted(word, module)) is not None)
    for piece in module.pieces:
        if piece.kind not in ("def", "class", "block"):
            continue
        text = module.piece_text(piece)
        if not _is_marked(text) and not any(word in text for word in others):
            continue
        if piece.kind == "def":
            language = _of_head(text, module, names)
            if language is not None and piece.name is not None:
                line = piece.line + text.count("\n", 0, _head_start(text))
                yield FoundKernel(module, piece, language, piece.name, line)
                continue
        if piece.kind == "class":
            yield from _methods(text, module, piece, names)
        elif piece.kind == "block" or ("@" in text and any(map(_is_marked, _INNER.findall(text)))):
            for node in module.parse(piece):
                yield from _nested(node, _Place(module, piece, names), ())


def find_heirs(modules: Iterable[PythonModule], names: Iterable[str]) -> dict[str, str]:
    """Return the classes that are made from classes with these names, or from such ones, each with one of its bases."""
    bases: dict[str, list[str]] = {}
    for module in modules:
        for name, written in module.class_heads:
            for base in written:
                bases.setdefault(base, []).append(name)
    found: dict[str, str] = {}
    work = list(names)
    while work:
        base = work.pop()
        new = [name for name in bases.get(base, ()) if name not in found]
        found.update((name, base) for name in new)
        work += new
    return found


def _is_marked(text: str) -> bool:
    return any(mark in text for mark in _MARKS)


def _head_start(text: str) -> int:
    head = _HEAD.search(text)
    return head.start() if head is not None else 0


def _of_head(text: str, module: PythonModule, names: LanguageNames) -> PythonLanguage | None:
    if not text.startswith("@"):
        return None
    for name in _DECORATOR.findall(text[: _head_start(text)]):
        language = names.language_of(_dotted(name, module))
        if language is not None:
            return language
    return None


def _dotted(name: str, module: PythonModule, depth: int = 0) -> str:
    first, _, rest = name.partition(".")
    if first in module.aliases and first not in module.imports and depth < _MOST_NAMES:
        return _dotted(f"{module.aliases[first]}.{rest}" if rest else module.aliases[first], module, depth + 1)
    base = module.imports.get(first, first).lstrip(".")
    return f"{base}.{rest}" if rest else base


def _methods(text: str, module: PythonModule, piece: Piece, names: LanguageNames) -> Iterator[FoundKernel]:
    """Decorated methods of a class, by its lines: most classes with kernels are long, and few need to be parsed."""
    for match in _INNER.finditer(text):
        language = names.language_of(_dotted(match[1], module))
        method = _METHOD.search(text, match.end()) if language is not None else None
        if language is not None and method is not None:
            line = piece.line + text.count("\n", 0, method.start("name"))
            yield FoundKernel(module, piece, language, method["name"], line, (piece.name or "",), in_class=True)


@dataclass(frozen=True, slots=True)
class _Place:
    module: PythonModule
    piece: Piece
    names: LanguageNames


def _nested(node: ast.AST, place: _Place, around: tuple[str, ...], *, in_class: bool = False) -> Iterator[FoundKernel]:
    """Decorated functions below a statement; what is inside a kernel is part of it."""
    if isinstance(node, _Function):
        found = _of_decorators(node, place.module, place.names)
        if found is not None:
            yield FoundKernel(place.module, place.piece, found, node.name, node.lineno, around, in_class, node)
            return
    inner = (*around, node.name) if isinstance(node, Definition) else around
    within = isinstance(node, ast.ClassDef) or (in_class and not isinstance(node, _Function))
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from _nested(child, place, inner, in_class=within)


def _of_decorators(node: _Function, module: PythonModule, names: LanguageNames) -> PythonLanguage | None:
    for decorator in node.decorator_list:
        text = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
        language = names.language_of(_dotted(text, module))
        if language is not None:
            return language
    return None
