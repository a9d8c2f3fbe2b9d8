"""Parses active text with tree-sitter's CUDA grammar, and counts what the grammar could not read.

Qualifiers that mean nothing to a reader of bodies (`__launch_bounds__(...)`, `__restrict__`, attributes) are blanked
at equal length first: the grammar trips over their order, and `ParsedText.kept` still has them.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import tree_sitter
import tree_sitter_cuda

from kernaudit.sources.ast import Converter
from kernaudit.sources.outline import Outline

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["ParsedText", "blank_qualifiers"]

_WORDS = (
    "__global__|__device__|__host__|__forceinline__|__noinline__|__inline__|__restrict__|__restrict|__grid_constant__"
    "|__inline|__nv_pure__|__managed__|__extension__|__noreturn__"
)
_CALLS = (
    "__launch_bounds__|__cluster_dims__|__block_size__|__maxnreg__|__attribute__|__align__|alignas|__declspec|_Pragma"
    "|__builtin_align__|__nv_register_params__"
)
_QUALIFIER = re.compile(rf'"(?:[^"\\\n]|\\.)*"|\[\[[^\[\]]*\]\]|\b(?:{_WORDS})\b|\b(?:{_CALLS})\b\s*(?=\()|\b__volatile__\b')
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
        first = text[start]
        if first == '"' or start < position:
            continue
        if match[0] == "__volatile__":
            replacement = "volatile    "
        else:
            if first != "[" and end < len(text) and text[end] == "(":
                end = _closing(text, end)
            replacement = re.sub(r"[^\n]", " ", text[start:end])
        parts += (text[position:start], replacement)
        position = end
    parts.append(text[position:])
    return "".join(parts)


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


class ParsedText:
    """One distinct active text of one file.

    Attributes:
        path: of the file.
        kept: the text with its qualifiers.
        text: the text that was parsed, of equal length.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.kept = text
        self.text = blank_qualifiers(text)
        self.converter = Converter(self.text)
        self._tree = _parser().parse(self.text.encode("ascii", "replace"))

    @property
    def root(self) -> Node:
        """The root of the syntax tree."""
        return self._tree.root_node

    @cached_property
    def outline(self) -> Outline:
        """What the text declares."""
        outline = Outline(self)
        outline.collect(self.root)
        return outline

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
        """Where the declaration that a node at `position` belongs to starts: blanked qualifiers may stand before it."""
        begin = max(0, position - 400)
        last = begin
        for match in _HEAD_END.finditer(self.text, begin, position):
            last = match.end()
        return last
