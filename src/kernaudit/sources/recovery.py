"""What the grammar could not read, and what is known of it all the same.

Instructions, names and macro bodies are read from text, not from the tree, so an unreadable stretch inside a function
hides no instruction. A kernel whose head drowned in one is cut out by its braces and parsed alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.sources.split import split_declarations
from kernaudit.sources.syntax import Declaration, blank_qualifiers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.sources.outline import Function, Outline
    from kernaudit.sources.split import Piece
    from kernaudit.sources.syntax import FileText

__all__ = ["ParseStatistics", "kernels_of", "lost_line", "parse_statistics"]

_STRING = r'R"([^()\\\s]{0,16})\((?:.|\n)*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\''
_KERNEL = re.compile(rf"\b__global__\b|{_STRING}")
_BRACE = re.compile(rf"[{{}}]|{_STRING}")
_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:<[^()]*>\s*)?\(")
_START = re.compile(r"[;{}]")
_CODE = re.compile(r"[^\s{};]")
_EMPTY_SCOPE = re.compile(r"namespace\b[\w:\s]*\{")


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
    if declaration.root.has_error:
        for function in found:
            function.readable = _closes(function.text)
        known = {function.name_line for function in found}
        found += [f for f in _drowned(declaration) if f.name_line not in known]
        known = {function.name_line for function in found}
        found += [f for f in _headed(declaration) if f.name_line not in known]
    return sorted(found, key=lambda function: function.line)


def lost_line(file: FileText) -> int | None:
    """Return the line on which a text in which no kernel was found may hold one all the same.

    That is where `__global__` stands in what the grammar could not read, or the first code if none of it is readable;
    None where the text was understood well enough to say that no kernel is in it.
    """
    for declaration in file.declarations:
        if declaration.kernel and declaration.error_spans:
            return declaration.line
    held = sum(len(_KERNEL.findall(declaration.kept)) for declaration in file.declarations)
    if len(_KERNEL.findall(file.text)) > held:
        return _line_of(_KERNEL, file.text)
    if any(not declaration.error_spans for declaration in file.declarations):
        return None
    return _line_of(_CODE, _EMPTY_SCOPE.sub(lambda scope: re.sub(r"[^\n]", " ", scope[0]), file.text))


def _line_of(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    return None if match is None else 1 + text.count("\n", 0, match.start())


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
    for begin, piece in _kernel_pieces(declaration):
        if begin:
            text = declaration.kept[begin + piece.start : begin + piece.end]
            yield from _parsed_alone(declaration, begin, piece, text)


def _headed(declaration: Declaration) -> Iterator[Function]:
    """Kernels of which only the head can be read: their bodies are marked, so that nobody takes them for empty."""
    for begin, piece in _kernel_pieces(declaration):
        if piece.body >= 0:
            head = declaration.kept[begin + piece.start : begin + piece.body]
            body = declaration.kept[begin + piece.body : begin + piece.end]
            blank = "\n" * body.count("\n")
            found = list(_parsed_alone(declaration, begin, piece, f"{head}{{{blank}}}"))
            for function in found or _parsed_alone(declaration, begin, piece, f"{_plain(head)}{{{blank}}}"):
                function.readable = False
                yield function


def _plain(head: str) -> str:
    """A head that the grammar reads, with the name that an unreadable one declares, on its line."""
    name = _NAME.search(blank_qualifiers(head))
    return "" if name is None else "\n" * head.count("\n", 0, name.start(1)) + f"__global__ void {name[1]}()"


def _closes(body: str) -> bool:
    marks = [match[0] for match in _BRACE.finditer(body)]
    return marks.count("{") <= marks.count("}")


def _kernel_pieces(declaration: Declaration) -> Iterator[tuple[int, Piece]]:
    """Where the text of each kernel begins that `__global__` announces, and the first declaration from there on."""
    text = declaration.kept
    for match in _KERNEL.finditer(text):
        if match[0] != "__global__":
            continue
        begin = max((m.end() for m in _START.finditer(text, 0, match.start())), default=0)
        pieces = split_declarations(text[begin:])
        if pieces:
            yield begin, pieces[0]


def _parsed_alone(declaration: Declaration, begin: int, piece: Piece, text: str) -> Iterator[Function]:
    cut = Declaration(declaration.path, text, piece)
    cut.line = declaration.line + declaration.kept.count("\n", 0, begin + piece.start)
    cut.scope = (*declaration.scope, *piece.scope)
    yield from (f for f in every_function(cut.outline) if f.kernel and f.has_body)
