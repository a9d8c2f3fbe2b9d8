"""What the text around a kernel template passes to it: names in its template arguments, and lambdas for the device."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.facts.local_classes import lambda_class
from kernaudit.facts.scope import all_functions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.ast_device import Written
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import Declaration

__all__ = ["Given", "given_to"]

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_LAMBDA: Final = re.compile(r"\]\s*(?:[A-Za-z_]\w*\s+)*__device__\b")
_END: Final = re.compile(r"[;{]")
_PASSING: Final = frozenset("<(,) ")
_MOST_TEXT: Final = 600
_MOST_NAMES: Final = 8
_EMPTY: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Given:
    """Words of template arguments, and the calls of lambdas."""

    words: frozenset[str] = _EMPTY
    lambdas: tuple[Function, ...] = ()


def given_to(kernel: Function, scope: UnitScope) -> Given:
    """Return what a unit passes to a kernel template, directly or through templates that mention it."""
    words: set[str] = set()
    lambdas: list[Function] = []
    names = [kernel.name]
    seen: set[Declaration] = set()
    for name in names:
        for declaration in scope.mentioning(name):
            _take_arguments(declaration.kept, name, words)
            if declaration in seen:
                continue
            seen.add(declaration)
            if _LAMBDA.search(declaration.kept) is not None:
                lambdas += _lambdas(declaration)
            if declaration.kept.startswith("template"):
                names += sorted(declaration.names.difference(names))[: _MOST_NAMES - len(names)]
    return Given(frozenset(words & scope.names), tuple(lambdas))


def _take_arguments(text: str, name: str, words: set[str]) -> None:
    """Add the words behind a name, wherever it stands, up to the end of the statement or the start of a block."""
    position = text.find(name)
    while position >= 0:
        position += len(name)
        if text[position : position + 1] in _PASSING:
            end = _END.search(text, position, position + _MOST_TEXT)
            stop = position + _MOST_TEXT if end is None else end.start()
            words.update(_WORD.findall(text, position, stop))
            position = stop
        position = text.find(name, position)


def _lambdas(declaration: Declaration) -> Iterator[Function]:
    for function in all_functions(declaration.outline):
        if function.has_body and _LAMBDA.search(declaration.kept) is not None:
            for written in _written(function.body):
                yield from lambda_class(written, function.scope).members.functions["operator()"]


def _written(part: Tuple) -> Iterator[Written]:
    """Where the lambdas of a body are written."""
    pending: list[Tuple] = [part]
    while pending:
        one = pending.pop()
        if one and one[0] == "lambda" and len(one) > 3:
            yield one[3]
        pending.extend(inner for inner in one if isinstance(inner, tuple))
