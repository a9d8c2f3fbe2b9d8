"""How much of what kernels reach the grammar could read, piece by piece, so that units can be added up in any order."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.report import ParseCounts
from kernaudit.sources.recovery import parse_statistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import FileText

__all__ = ["ParseLog", "ParsedPiece", "count_pieces"]


@dataclass(frozen=True, slots=True, order=True)
class ParsedPiece:
    """One declaration that was parsed: place, bytes, bytes that the grammar could not read, and those recovered."""

    path: str
    line: int
    size: int
    errors: int
    recovered: int


class ParseLog:
    """Finds the declarations in which functions stand; each is measured once."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[FileText, list[int]]] = {}
        self._pieces: dict[int, ParsedPiece] = {}

    def pieces(self, files: Sequence[FileText], functions: Iterable[Function]) -> frozenset[ParsedPiece]:
        """Return the declarations of these files in which these functions stand."""
        by_path = {file.path: file for file in files}
        found: set[ParsedPiece] = set()
        for function in functions:
            file = by_path.get(function.path)
            if file is not None and file.declarations:
                found.add(self._piece(file, function.line))
        return frozenset(found)

    def _piece(self, file: FileText, line: int) -> ParsedPiece:
        kept = self._lines.get(id(file))
        if kept is None:  # the file is kept: an id is only a key while its object lives
            kept = self._lines[id(file)] = (file, [one.line for one in file.declarations])
        declaration = file.declarations[max(0, bisect_right(kept[1], line) - 1)]
        piece = self._pieces.get(id(declaration))
        if piece is None:
            found = parse_statistics((declaration,))
            piece = self._pieces[id(declaration)] = ParsedPiece(
                file.path, declaration.line, found.bytes, found.error_bytes, found.recovered_bytes
            )
        return piece


def count_pieces(pieces: Iterable[ParsedPiece]) -> ParseCounts:
    """Add up distinct pieces."""
    distinct = set(pieces)
    return ParseCounts(
        files=len({one.path for one in distinct}),
        bytes=sum(one.size for one in distinct),
        error_bytes=sum(one.errors for one in distinct),
        recovered_bytes=sum(one.recovered for one in distinct),
    )
