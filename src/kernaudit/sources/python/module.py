"""One Python file: its top-level names, its imports, and the syntax trees of the pieces that somebody asks for."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.sources.python.lazy import parse_class
from kernaudit.sources.python.pieces import Piece, cut_pieces
from kernaudit.sources.python.pool import SyntaxPool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

__all__ = ["Definition", "PythonModule", "Unparsed", "imported_names", "words_of"]

_WORD = re.compile(r"[^\W\d]\w*")
_CLASS = re.compile(r"^class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?", re.MULTILINE)
_ALIAS = re.compile(r"([^\W\d]\w*)[ \t]*=[ \t]*([^\W\d][\w.]*)[ \t]*(?:#.*)?")
_SPACED = {one: " " for one in range(0x80) if not (chr(one).isalnum() or chr(one) == "_")}
_MOST_PIECE = 1_000_000
_GLOBAL = re.compile(r"\n[ \t]+global[ \t]+([\w, \t]+)")


@dataclass(frozen=True, slots=True)
class Unparsed:
    """A piece that this Python cannot parse: code of another version, or none."""

    line: int
    detail: str


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Bodies = ("body", "orelse", "finalbody")


class PythonModule:
    """A file; nothing of it is parsed before it is asked for.

    Args:
        path: relative to the root.
        text: what it holds.
        pool: may forget the syntax of functions.

    Attributes:
        unparsed: pieces that were asked for and could not be parsed.
    """

    def __init__(self, path: str, text: str, pool: SyntaxPool | None = None) -> None:
        self.path, self.text = path, text
        self._pool = pool or SyntaxPool()
        self.unparsed: dict[int, Unparsed] = {}
        self._parsed: dict[int, tuple[ast.stmt, ...]] = {}
        self._piece_words: dict[int, frozenset[str]] = {}
        self.parsed_bytes = 0

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The top-level statements."""
        return cut_pieces(self.text)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where the pieces start."""
        return tuple(piece.start for piece in self.pieces)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file; the first one has index 0."""
        return self.text.split("\n")

    @cached_property
    def words(self) -> frozenset[str]:
        """All names and words that stand in the file, in comments and strings too."""
        before = self.text[: self.pieces[0].start] if self.pieces else self.text
        return words_of(before).union(*map(self.piece_words, self.pieces))

    @cached_property
    def class_heads(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The classes at the left margin, each with the words of its bases."""
        found = (_CLASS.search(self.text, piece.start, piece.end) for piece in self.pieces if piece.kind == "class")
        return tuple((head[1], frozenset(_WORD.findall(head[2] or ""))) for head in found if head is not None)

    def piece_words(self, piece: Piece) -> frozenset[str]:
        """All names and words that stand in a piece."""
        found = self._piece_words.get(piece.start)
        if found is None:
            found = self._piece_words[piece.start] = words_of(self.piece_text(piece))
        return found

    def piece_text(self, piece: Piece) -> str:
        """The text of a piece."""
        return self.text[piece.start : piece.end]

    def parse(self, piece: Piece) -> tuple[ast.stmt, ...]:
        """The statements of a piece, with the file's line numbers; none if it cannot be parsed."""
        found = self._parsed.get(piece.start)
        if found is None:
            found = self._parsed[piece.start] = self._parse(piece)
            if piece.kind == "def":
                self._pool.keep(piece.end - piece.start, lambda: self._forget(piece))
        return found

    def _forget(self, piece: Piece) -> None:
        self._parsed.pop(piece.start, None)

    def _parse(self, piece: Piece) -> tuple[ast.stmt, ...]:
        size = piece.end - piece.start
        if size > _MOST_PIECE:
            self.unparsed[piece.line] = Unparsed(piece.line, f"a statement of {size:,} characters")
            return ()
        text = self.piece_text(piece)
        if piece.kind == "class":
            return tuple(
                self._caught(lambda: parse_class(text, piece.line, self._syntax, self._method, self._pool), piece.line)
            )
        return tuple(self._caught(lambda: self._syntax(text, piece.line), piece.line))

    def _method(self, text: str, line: int) -> Sequence[ast.stmt]:
        return self._caught(lambda: self._syntax(text, line), line)

    def _caught(self, parse: Callable[[], Sequence[ast.stmt]], line: int) -> Sequence[ast.stmt]:
        """What a parse returns; nothing where it cannot be parsed, and that is noted by its line."""
        try:
            return parse()
        except SyntaxError as error:
            self.unparsed[line] = Unparsed(error.lineno or line, f"Python syntax: {error.msg}")
        except (RecursionError, MemoryError, ValueError) as error:
            self.unparsed[line] = Unparsed(line, f"cannot be parsed: {type(error).__name__}")
        return ()

    def _syntax(self, text: str, line: int) -> list[ast.stmt]:
        self.parsed_bytes += len(text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse("\n" * (line - 1) + text).body

    @cached_property
    def imports(self) -> Mapping[str, str]:
        """Names that the file imports at its top level -> dotted names; relative ones start with dots."""
        found: dict[str, str] = {}
        for node in self._import_statements():
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name, target in imported_names(node):
                    found.setdefault(name, target)
        return found

    def _import_statements(self) -> Iterator[ast.stmt]:
        """The imports at the left margin, parsed together, and what blocks hold."""
        plain = [piece for piece in self.pieces if piece.kind == "import"]
        together = _parsed("".join(map(self.piece_text, plain)))
        if together is None:
            yield from (node for piece in plain for node in self.parse(piece))
        else:
            yield from together
        for piece in self.pieces:
            if piece.kind == "block" and "import" in self.piece_text(piece):
                yield from _statements(self.parse(piece))

    @cached_property
    def names(self) -> Mapping[str, tuple[Piece, ...]]:
        """Functions, classes and variables that pieces define, with all pieces that do."""
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            for name in [piece.name] if piece.name else self._inner_names(piece):
                found.setdefault(name, []).append(piece)
        return {name: tuple(pieces) for name, pieces in found.items()}

    def _inner_names(self, piece: Piece) -> Iterable[str]:
        if piece.kind != "block":
            return ()
        nodes = _statements(self.parse(piece))
        return dict.fromkeys(name for node in nodes for name in _defined(node))

    def definition(self, name: str) -> Definition | None:
        """The function or class of that name at the top level, the first where an `if` defines several."""
        for piece in self.names.get(name, ()):
            if piece.kind == "name":
                continue
            for node in _statements(self.parse(piece)):
                if isinstance(node, Definition) and node.name == name:
                    return node
        return None

    @cached_property
    def rebound(self) -> frozenset[str]:
        """Names at the top level that functions set."""
        found = _GLOBAL.findall(self.text) if "global" in self.words else ()
        return frozenset(name for names in found for name in _WORD.findall(names))

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """Names at the left margin that are set to nothing but another name, with that as it is written."""
        named = (piece for piece in self.pieces if piece.kind == "name")
        made = (_alias(self.piece_text(piece)) for piece in named)
        return {one[1]: one[2] for one in made if one is not None}

    def set_by(self, piece: Piece) -> frozenset[str]:
        """Names at the top level that a function sets."""
        if piece.kind != "def" or not self.rebound:
            return frozenset()
        return frozenset(name for names in _GLOBAL.findall(self.piece_text(piece)) for name in _WORD.findall(names))

    def assigned(self, name: str) -> ast.expr | None:
        """The value that a top-level assignment gives a name; None without one, or where several or functions do."""
        if name in self.rebound:
            return None
        found = [
            value
            for piece in self.names.get(name, ())
            for node in _statements(self.parse(piece))
            if (value := _value(node, name)) is not None
        ]
        return found[0] if len(found) == 1 else None


def _alias(text: str) -> re.Match[str] | None:
    """The statement, if it is all that the text holds besides comments."""
    first, *rest = text.split("\n")
    if any(line.strip() and not line.lstrip().startswith("#") for line in rest):
        return None
    return _ALIAS.fullmatch(first.rstrip())


def words_of(text: str) -> frozenset[str]:
    """Return the names and words in a text; also what starts with a digit, which nobody asks for."""
    if text.isascii():  # a table is several times as fast as a search
        return frozenset(text.translate(_SPACED).split())
    return frozenset(_WORD.findall(text))


def _parsed(text: str) -> list[ast.stmt] | None:
    """The statements of a text; None if this Python cannot parse it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text).body
    except (SyntaxError, RecursionError, MemoryError, ValueError):
        return None


def imported_names(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Yield (local name, dotted name) for an import; `from x import *` yields (`*x`, `x`)."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
        return
    base = "." * node.level + (node.module or "")
    joint = "" if base.endswith(".") else "."
    for alias in node.names:
        if alias.name == "*":
            yield f"*{base}", base
        else:
            yield alias.asname or alias.name, f"{base}{joint}{alias.name}"


def _statements(nodes: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module's body and of its `if` and `try` blocks, not those of functions and classes."""
    for node in nodes:
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With | ast.For | ast.While):
            for field in _Bodies:
                yield from _statements(getattr(node, field, ()))
            for handler in getattr(node, "handlers", ()):
                yield from _statements(handler.body)


def _defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, Definition):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def _value(node: ast.stmt, name: str) -> ast.expr | None:
    if isinstance(node, ast.Assign | ast.AnnAssign) and name in _defined(node):
        return node.value
    return None
