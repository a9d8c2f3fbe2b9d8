"""Code that asks for the device and loads a library by it: which names it loads on which devices."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from kernaudit.facts.python.values import Func
from kernaudit.kernels.python.survey import LoadedName
from kernaudit.kernels.python.top_level import top_level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.python.outcome import Loaded
    from kernaudit.facts.python.walk import Walk
    from kernaudit.kernels.python.references import References
    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.pieces import Piece

__all__ = ["read_loads"]


def read_loads(references: References, walk: Walk, libraries: frozenset[str]) -> tuple[LoadedName, ...]:
    """Return what functions and top-level statements load that ask for the device.

    Args:
        references: files, and which of their statements ask for the device.
        walk: walks functions.
        libraries: names of the build's libraries; a file that names none, and no loader, is not looked into.
    """
    words = "|".join(sorted(map(re.escape, {*walk.names.loaders, *libraries})))
    wanted = re.compile(rf"\b(?:{words})\b")
    names = frozenset((*walk.names.loaders, *libraries))
    found: dict[LoadedName, None] = {}
    for module in {mention.module.path: mention.module for mention in references.gate_mentions}.values():
        if not names.isdisjoint(module.words):
            found.update((_named(one, walk), None) for one in _of_module(module, references, walk, wanted))
    return tuple(sorted(found, key=lambda one: (one.location, one.name)))


def _of_module(module: PythonModule, references: References, walk: Walk, wanted: re.Pattern[str]) -> Iterator[Loaded]:
    asking = [piece for piece in module.pieces if references.asks(module, piece) and _holds(module, piece, wanted)]
    for piece in asking:
        node = module.definition(piece.name) if piece.kind == "def" and piece.name else None
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from walk.summary(Func(module, node)).loads
    if any(piece.kind == "block" for piece in asking):
        yield from walk.summary(top_level(module, module.pieces)).loads


def _holds(module: PythonModule, piece: Piece, wanted: re.Pattern[str]) -> bool:
    return wanted.search(module.piece_text(piece)) is not None


def _named(one: Loaded, walk: Walk) -> LoadedName:
    return LoadedName(one.name, one.whole, one.location, _devices(one.yes, walk), _devices(one.may & ~one.yes, walk))


def _devices(mask: int, walk: Walk) -> frozenset[str]:
    return frozenset(walk.lanes.devices(mask))
