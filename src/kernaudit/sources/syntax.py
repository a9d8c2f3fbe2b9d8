"""Parses declarations with tree-sitter's CUDA grammar, and counts what the grammar could not read.

Qualifiers that mean nothing to a reader of bodies (`__launch_bounds__(...)`, `__restrict__`, attributes) are blanked
at equal length first: the grammar trips over their order, and `Declaration.kept` still has them.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import tree_sitter
import tree_sitter_cuda

from kernaudit.sources.ast_device import DeviceConverter
from kernaudit.sources.outline import Outline
from kernaudit.sources.split import declared_names, split_declarations

if TYPE_CHECKING:
    from tree_sitter import Node

    from kernaudit.sources.split import Piece

__all__ = ["Declaration", "FileText", "SyntaxStore", "blank_qualifiers", "bracket_comparisons", "unbracket_names"]

_BRACKETED_NAME = re.compile(r"([=!&|(,?:<]\s*)\((\s*[A-Za-z_][\w:]*\s*)\)(?=\s*&&)")
_WORDS = frozenset(
    [
        "__global__",
        "__device__",
        "__host__",
        "__forceinline__",
        "__noinline__",
        "__inline__",
        "__inline",
        "__restrict__",
        "__restrict",
        "__grid_constant__",
        "__nv_pure__",
        "__managed__",
        "__extension__",
        "__noreturn__",
        "__volatile__",
    ]
)
_CALLS = frozenset(
    [
        "__launch_bounds__",
        "__cluster_dims__",
        "__block_size__",
        "__maxnreg__",
        "__attribute__",
        "__align__",
        "alignas",
        "__declspec",
        "_Pragma",
        "__builtin_align__",
        "__nv_register_params__",
    ]
)
_QUALIFIER = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|\[\[[^\[\]]*\]\]|_(?<!\w_)(?:'
    + "|".join(sorted(word[1:] for word in _WORDS | _CALLS if word[0] == "_"))
    + r")\b|a(?<!\wa)lignas\b"
)
"""Strings, attributes and the words above; every branch starts with a letter of its own, which `re` looks for fast."""
_COMPARISON = re.compile(r"([<,]\s*)(\w+) ([<>=!]=|[<>](?= \d)) (\w+)(?=\s*(?:[,>]|&&|\|\|))")
_WORD = re.compile(r"[A-Za-z_]\w*")
_OPENING = re.compile(r"\s*\(")
_HEAD_END = re.compile(r"[;{}]")
_ERRORS = "(ERROR) @error"


@lru_cache(maxsize=1)
def _language() -> tree_sitter.Language:
    return tree_sitter.Language(tree_sitter_cuda.language())


@lru_cache(maxsize=1)
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(_language())


@lru_cache(maxsize=1)
def _error_query() -> tree_sitter.Query:
    return tree_sitter.Query(_language(), _ERRORS)


def blank_qualifiers(text: str) -> str:
    """Return a text of the same length in which qualifiers and attributes are blanks."""
    parts: list[str] = []
    position = 0
    for match in _QUALIFIER.finditer(text):
        start, end = match.span()
        word = match[0]
        if start < position:
            continue
        if word in _CALLS:
            opening = _OPENING.match(text, end)
            if opening is None:
                continue
            end = _closing(text, opening.end() - 1)
        elif word not in _WORDS and word[0] != "[":
            continue
        blank = "volatile    " if word == "__volatile__" else re.sub(r"[^\n]", " ", text[start:end])
        parts += (text[position:start], blank)
        position = end
    parts.append(text[position:])
    return "".join(parts)


def unbracket_names(text: str) -> str:
    """Return a text of the same length in which `== (A) && b` reads `==  A  && b`: the grammar sees a cast of `&&b`."""
    return _BRACKETED_NAME.sub(r"\1 \2 ", text) if "&&" in text else text


def bracket_comparisons(text: str) -> str:
    """Return a text of the same length where `<A >= 90, ...>` reads `<(A>=90), ...>`: the grammar ends lists at `>`."""
    return _COMPARISON.sub(r"\1(\2\3\4)", text)


def _closing(text: str, position: int) -> int:
    depth = 0
    for index in range(position, min(len(text), position + 2000)):
        character = text[index]
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                return index + 1
    return position


class Declaration:
    """One declaration of namespace scope; parsed when its outline is first asked for.

    Attributes:
        path: of the file.
        line: on which it starts.
        scope: namespaces around it.
        kept: its text with qualifiers.
        names: what it may declare; a superset.
        kernel: `__global__` stands in its text.
    """

    __slots__ = ("__dict__", "kept", "kernel", "line", "names", "path", "scope")

    def __init__(self, path: str, text: str, piece: Piece) -> None:
        self.path, self.line, self.scope = path, piece.line, piece.scope
        self.kept = text
        self.kernel = "__global__" in text
        self.names = declared_names(text, piece.body - piece.start if piece.body >= 0 else -1)

    @cached_property
    def text(self) -> str:
        """The text that is parsed, of equal length."""
        return unbracket_names(bracket_comparisons(blank_qualifiers(self.kept)))

    @cached_property
    def converter(self) -> DeviceConverter:
        """Makes tuples of its nodes."""
        return DeviceConverter(self)

    @cached_property
    def head_words(self) -> frozenset[str]:
        """The identifiers before its body."""
        return frozenset(_WORD.findall(self.kept.partition("{")[0]))

    @cached_property
    def root(self) -> Node:
        """The root of its syntax tree."""
        return _parser().parse(self.text.encode("ascii", "replace")).root_node

    @cached_property
    def outline(self) -> Outline:
        """What it declares."""
        outline = Outline(self, self.scope)
        outline.collect(self.root)
        return outline

    @property
    def parsed(self) -> bool:
        """Whether the grammar has seen it."""
        return "root" in self.__dict__

    @cached_property
    def error_spans(self) -> tuple[tuple[int, int], ...]:
        """The outermost stretches that the grammar could not read."""
        if not self.root.has_error:
            return ()
        cursor = tree_sitter.QueryCursor(_error_query())
        spans = sorted((n.start_byte, -n.end_byte) for n in cursor.captures(self.root).get("error", ()))
        found: list[tuple[int, int]] = []
        for start, negative_end in spans:
            if not found or start >= found[-1][1]:
                found.append((start, -negative_end))
        return tuple(found)

    def head_start(self, position: int) -> int:
        """Where the declaration of a node at `position` starts: blanked qualifiers may stand before it."""
        begin = max(0, position - 400)
        last = begin
        for match in _HEAD_END.finditer(self.text, begin, position):
            last = match.end()
        return last


class FileText:
    """One distinct active text of one file, cut into declarations.

    Attributes:
        path: of the file.
        text: the whole text.
        words: the identifiers in it; a superset.
        declarations: in order.
        index: name -> the declarations that may declare it.
    """

    __slots__ = ("declarations", "index", "path", "text", "words")

    def __init__(self, path: str, text: str, words: frozenset[str], declarations: tuple[Declaration, ...]) -> None:
        self.path, self.text, self.words, self.declarations = path, text, words, declarations
        self.index: dict[str, list[Declaration]] = {}
        for declaration in declarations:
            for name in declaration.names:
                self.index.setdefault(name, []).append(declaration)


class SyntaxStore:
    """All declarations of a run: equal texts at equal places are one object, parsed once at most."""

    def __init__(self) -> None:
        self._declarations: dict[tuple[str, int, str], Declaration] = {}

    def file(self, path: str, text: str, words: frozenset[str]) -> FileText:
        """Return a text cut into declarations; `words` are the identifiers that stand in it."""
        found: list[Declaration] = []
        for piece in split_declarations(text):
            source = text[piece.start : piece.end]
            key = (path, piece.line, source)
            declaration = self._declarations.get(key)
            if declaration is None:
                declaration = self._declarations[key] = Declaration(path, source, piece)
            found.append(declaration)
        return FileText(path, text, words, tuple(found))

    @property
    def parsed(self) -> list[Declaration]:
        """The declarations that were parsed so far."""
        return [declaration for declaration in self._declarations.values() if declaration.parsed]
