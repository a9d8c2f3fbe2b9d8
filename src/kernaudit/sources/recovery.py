"""What the grammar could not read, and what is known of it all the same.

Instructions, names and macro bodies are read from text, not from the tree, so an unreadable stretch inside a function
hides no instruction. A kernel whose head drowned in one is cut out by its braces and parsed alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.sources.split import split_declarations
from kernaudit.sources.syntax import Declaration

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.sources.outline import Function, Outline

__all__ = ["ParseStatistics", "kernels_of", "parse_statistics"]

_KERNEL = re.compile(r"\b__global__\b")
_START = re.compile(r"[;{}]")


@dataclass(frozen=True, slots=True)
class ParseStatistics:
    """How much was parsed: distinct texts of files, bytes given to the grammar, bytes of them that it could not read.

    `recovered_bytes` are those of the unreadable ones that stand inside a function which was found.
    """

    files: int
    bytes: int
    error_bytes: int
    recovered_bytes: int


def parse_statistics(declarations: Iterable[Declaration]) -> ParseStatistics:
    """Count over declarations that were parsed."""
    paths: set[str] = set()
    total = errors = recovered = 0
    for declaration in declarations:
        paths.add(declaration.path)
        total += len(declaration.kept)
        if declaration.error_spans:
            spans = [function.span for function in every_function(declaration.outline)]
            for start, end in declaration.error_spans:
                errors += end - start
                recovered += (end - start) * any(a <= start and end <= b for a, b in spans)
    return ParseStatistics(len(paths), total, errors, recovered)


def kernels_of(declaration: Declaration) -> list[Function]:
    """Return the kernels that a declaration defines, in the order of their lines."""
    found = [f for f in every_function(declaration.outline) if f.kernel and f.has_body]
    if declaration.error_spans:
        known = {function.name_line for function in found}
        found += [f for f in _drowned(declaration) if f.name_line not in known]
    return sorted(found, key=lambda function: function.line)


def every_function(outline: Outline, depth: int = 0) -> Iterator[Function]:
    """Yield the functions of an outline and the methods of its classes."""
    for functions in outline.functions.values():
        yield from functions
    if depth < 8:
        for classes in outline.classes.values():
            for made in classes:
                yield from every_function(made.members, depth + 1)


def _drowned(declaration: Declaration) -> Iterator[Function]:
    """Kernels by their heads: from the last statement before `__global__` to the brace that closes the body."""
    text = declaration.kept
    for match in _KERNEL.finditer(text):
        begin = max((m.end() for m in _START.finditer(text, 0, match.start())), default=0)
        pieces = split_declarations(text[begin:])
        if begin == 0 or not pieces:
            continue
        piece = pieces[0]
        cut = Declaration(declaration.path, text[begin + piece.start : begin + piece.end], piece)
        cut.line = declaration.line + text.count("\n", 0, begin + piece.start)
        yield from (f for f in every_function(cut.outline) if f.kernel and f.has_body)
