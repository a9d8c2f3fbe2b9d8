"""Whether a name stands in a method of a class, by its lines: classes that launch kernels are long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.pieces import Piece

__all__ = ["holds_in_method"]

_METHOD = re.compile(r"^([ \t]+)(?:async[ \t]+)?def[ \t]", re.MULTILINE)
_DEF = re.compile(r"[ \t]*(?:async[ \t]+)?def[ \t]")


def holds_in_method(module: PythonModule, piece: Piece, name: str) -> bool:
    """Return whether it certainly does; where lines do not tell, that is for the syntax to say."""
    text = module.piece_text(piece)
    first = _METHOD.search(text)
    if first is None:
        return False
    statement = re.compile(rf"^{first[1]}[^\s#)\]}}]", re.MULTILINE)
    starts = [match.start() for match in statement.finditer(text)]
    at = text.find(name, first.start())
    while at >= 0:
        before = max(start for start in starts if start <= at)
        if _DEF.match(text, before):
            return True
        at = text.find(name, at + 1)
    return False
