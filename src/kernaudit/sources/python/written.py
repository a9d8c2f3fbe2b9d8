"""A function or class at the left margin that is parsed only when somebody looks into it: most are just named."""

from __future__ import annotations

import ast
import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.pieces import Piece

__all__ = ["Written", "written"]

_HEAD = re.compile(r"^(?:(?:async[ \t]+)?def|class)[ \t]", re.MULTILINE)
_BASES = re.compile(r"class[ \t]+\w+[ \t]*(?:\(([^()#\"']*)\))?[ \t]*:")
_UNPARSED_FUNCTION = "def {0}(*_, **__):\n    return {0}.unparsed"


class Written:
    """The text of a definition, and its syntax on demand.

    Args:
        module: the file.
        piece: a statement that defines one name, its own.
    """

    def __init__(self, module: PythonModule, piece: Piece) -> None:
        self.module, self.piece = module, piece
        self.name = piece.name or ""

    @cached_property
    def text(self) -> str:
        """With decorators, and with comments that follow."""
        return self.module.piece_text(self.piece)

    @cached_property
    def _head(self) -> int:
        head = _HEAD.search(self.text)
        return 0 if head is None else head.start()

    @cached_property
    def lineno(self) -> int:
        """The line of `def` or `class`."""
        return self.piece.line + self.text.count("\n", 0, self._head)

    @cached_property
    def lines(self) -> int:
        """The number of lines from there to the last one."""
        lines = self.text[self._head :].rstrip().split("\n")
        while lines[-1].lstrip().startswith("#") or not lines[-1].strip():
            lines.pop()
        return len(lines)

    @cached_property
    def bases(self) -> Sequence[ast.expr]:
        """The bases of a class; only its head is parsed, if that is plain."""
        head = _BASES.match(self.text, self._head)
        if head is None:
            return self.class_node.bases
        try:
            node = ast.parse(f"{head[0]} pass").body[0]
        except (SyntaxError, ValueError):
            return self.class_node.bases
        return node.bases if isinstance(node, ast.ClassDef) else ()

    @cached_property
    def class_node(self) -> ast.ClassDef:
        """The syntax of a class; of one that cannot be parsed a class that says nothing."""
        node = self.module.definition(self.name)
        return node if isinstance(node, ast.ClassDef) else _empty_class(self.name, self.lineno)

    @cached_property
    def function_node(self) -> ast.FunctionDef | ast.AsyncFunctionDef:
        """The syntax of a function; of one that cannot be parsed a function that returns something unknown."""
        node = self.module.definition(self.name)
        return _empty_function(self.name, self.lineno) if node is None or isinstance(node, ast.ClassDef) else node


def written(module: PythonModule, name: str) -> Written | None:
    """Return the one definition of a name at the left margin; None where blocks or several pieces define it."""
    pieces = module.names.get(name, ())
    return Written(module, pieces[0]) if len(pieces) == 1 and pieces[0].kind in ("def", "class") else None


def _empty_class(name: str, line: int) -> ast.ClassDef:
    return ast.ClassDef(name, [], [], [ast.Pass(lineno=line, end_lineno=line)], [], lineno=line, end_lineno=line)


def _empty_function(name: str, line: int) -> ast.FunctionDef:
    node = ast.parse(_UNPARSED_FUNCTION.format(name)).body[0]
    ast.increment_lineno(node, line - 1)
    if not isinstance(node, ast.FunctionDef):
        raise TypeError(name)
    return node
