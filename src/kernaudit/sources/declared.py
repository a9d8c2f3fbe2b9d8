"""Small things that a declaration gives: data members, aliases, constants, explicit instantiations."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.sources.ast_names import AUTO

if TYPE_CHECKING:
    from kernaudit.sources.ast import Tuple

__all__ = ["Alias", "Constant", "Field", "Instantiation", "words_in"]

_WORD = re.compile(r"[A-Za-z_]\w*")


class Field:
    """A data member: its type, shape, initial value and whether it is static."""

    __slots__ = ("constant", "init", "shape", "type")

    def __init__(self, made: Tuple, shape: str, init: Tuple | None, constant: bool) -> None:
        self.type, self.shape, self.init, self.constant = made, shape, init, constant


class Alias:
    """`using X = T` or a typedef; `template` are its template parameters."""

    __slots__ = ("__dict__", "scope", "template", "type")

    def __init__(self, made: Tuple, template: Tuple | None, scope: tuple[str, ...]) -> None:
        self.type, self.template, self.scope = made, template, scope

    @cached_property
    def words(self) -> frozenset[str]:
        """The identifiers in the type that it stands for."""
        return words_in(self.type)


class Constant:
    """A namespace-level constant: its value as an expression, and its template parameters if it is a template.

    Attributes:
        type: as declared; `AUTO` for an enumerator.
        line: where it is declared.
    """

    __slots__ = ("__dict__", "line", "scope", "template", "type", "value")

    def __init__(
        self,
        value: Tuple | int,
        template: Tuple | None,
        scope: tuple[str, ...],
        made: Tuple = AUTO,
        line: int = 0,
    ) -> None:
        self.value, self.template, self.scope = value, template, scope
        self.type, self.line = made, line

    @cached_property
    def words(self) -> frozenset[str]:
        """The identifiers in its value."""
        return words_in(self.value)


class Instantiation:
    """An explicit instantiation of a function template (`extern` ones only promise it elsewhere)."""

    __slots__ = ("arguments", "external", "line", "name", "parameters")

    def __init__(self, name: str, arguments: Tuple | None, parameters: Tuple, external: bool, line: int) -> None:
        self.name, self.arguments, self.parameters = name, arguments, parameters
        self.external, self.line = external, line


def words_in(part: object) -> frozenset[str]:
    """Return the identifiers in a part of a syntax tree."""
    found: set[str] = set()
    _gather(part, found)
    return frozenset(found)


def _gather(part: object, found: set[str]) -> None:
    if isinstance(part, str):
        if part.isascii() and part.isidentifier():
            found.add(part)
        else:
            found.update(_WORD.findall(part))
    elif isinstance(part, tuple):
        for inner in part:
            _gather(inner, found)
