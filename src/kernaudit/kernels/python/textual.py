"""What the text of a CuTe-DSL class needs, by its names alone: cheap, and nothing in it is taken for certain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.kernels.python.lexical import Named
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.kernels.python.find import FoundKernel
    from kernaudit.kernels.python.names import LanguageNames
    from kernaudit.sources.python.module import PythonModule

__all__ = ["named_in_text"]

_DOTTED = re.compile(r"[^\W\d]\w*(?:\.\w+)+")
_STRINGS = re.compile(r"[\"']([^\"'\n]*[.;][^\"'\n]*)[\"']")


def named_in_text(kernel: FoundKernel, languages: LanguageNames) -> Iterator[Named]:
    """Yield the names in a kernel's class that mean something, each once; a condition may stand before any of them.

    The functions of the tree that the class calls are other text: what they need is a question of the walk.
    """
    module, piece = kernel.module, kernel.piece
    seen: set[str] = set()
    for match in _DOTTED.finditer(module.text, piece.start, piece.end):
        if match[0] in seen:
            continue
        seen.add(match[0])
        dotted = _resolved(match[0], module)
        if languages.is_watched(dotted):
            place = _place(module, kernel, match.start())
            text = "\n".join(_strings(module, piece.start, piece.end)) if languages.is_assembly(dotted) else None
            yield Named(languages.short(dotted), place, conditional=True, text=text)


def _resolved(dotted: str, module: PythonModule) -> str:
    first, _, rest = dotted.partition(".")
    return f"{module.imports.get(first, first).lstrip('.')}.{rest}"


def _place(module: PythonModule, kernel: FoundKernel, at: int) -> Location:
    return Location(module.path, kernel.piece.line + module.text.count("\n", kernel.piece.start, at))


def _strings(module: PythonModule, start: int, end: int) -> Iterable[str]:
    return _STRINGS.findall(module.text, start, end)
