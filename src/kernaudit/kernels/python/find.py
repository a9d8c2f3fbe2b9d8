"""Finds functions that a kernel language compiles, by their decorators."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.sources.python.module import Definition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.kernels.python.names import LanguageNames
    from kernaudit.model.python_api import PythonLanguage
    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.pieces import Piece

__all__ = ["FoundKernel", "find_kernels"]

_DECORATOR = re.compile(r"^@[ \t]*([\w.]+)", re.MULTILINE)
_HEAD = re.compile(r"^(?:async[ \t]+)?def[ \t]+\w+", re.MULTILINE)
_INNER = re.compile(r"^[ \t]+@[ \t]*([\w.]+)", re.MULTILINE)
_MARK = re.compile(r"jit|kernel|prim_func")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, eq=False)
class FoundKernel:
    """A decorated function.

    Attributes:
        around: names of the classes and functions around it.
        klass: the class that it is a method of.
        nodes: its syntax, where it had to be parsed to find it.
    """

    module: PythonModule
    piece: Piece
    language: PythonLanguage
    name: str
    line: int
    around: tuple[str, ...] = ()
    klass: ast.ClassDef | None = None
    node: _Function | None = None

    @property
    def text(self) -> str:
        """The text of the piece that holds it."""
        return self.module.piece_text(self.piece)

    def syntax(self) -> _Function | None:
        """Its syntax tree; None if it cannot be parsed."""
        if self.node is not None:
            return self.node
        return next((one for one in self.module.parse(self.piece) if isinstance(one, _Function)), None)


def find_kernels(module: PythonModule, names: LanguageNames) -> Iterator[FoundKernel]:
    """Yield the kernels of a file (and functions that kernels call) in its order."""
    for piece in module.pieces:
        if piece.kind not in ("def", "class", "block"):
            continue
        text = module.piece_text(piece)
        if not _MARK.search(text):
            continue
        if piece.kind == "def":
            language = _of_head(text, module, names)
            if language is not None and piece.name is not None:
                line = piece.line + text.count("\n", 0, _head_start(text))
                yield FoundKernel(module, piece, language, piece.name, line)
                continue
        if piece.kind == "block" or any(map(_MARK.search, _INNER.findall(text))):
            for node in module.parse(piece):
                yield from _nested(node, module, piece, names, ())


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


def _dotted(name: str, module: PythonModule) -> str:
    first, _, rest = name.partition(".")
    base = module.imports.get(first, first).lstrip(".")
    return f"{base}.{rest}" if rest else base


def _nested(
    node: ast.AST, module: PythonModule, piece: Piece, names: LanguageNames, around: tuple[str, ...], klass: ast.ClassDef | None = None
) -> Iterator[FoundKernel]:
    """Decorated functions below a statement; what is inside a kernel is part of it."""
    if isinstance(node, _Function):
        found = _of_decorators(node, module, names)
        if found is not None:
            yield FoundKernel(module, piece, found, node.name, node.lineno, around, klass, node)
            return
    inner = (*around, node.name) if isinstance(node, Definition) else around
    owner = node if isinstance(node, ast.ClassDef) else (None if isinstance(node, _Function) else klass)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from _nested(child, module, piece, names, inner, owner)


def _of_decorators(node: _Function, module: PythonModule, names: LanguageNames) -> PythonLanguage | None:
    for decorator in node.decorator_list:
        text = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
        language = names.language_of(_dotted(text, module))
        if language is not None:
            return language
    return None
