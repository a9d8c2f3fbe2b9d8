"""Generator expressions: from text to a tree of text and `$<name:parameters>`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kernaudit.build.cmake.lib.errors import LibError

__all__ = ["Expression", "GenexError", "Part", "parse_genex"]

_TOKEN: Final = re.compile(r"\$<|[>:,]")
_MAX_DEPTH: Final = 100


class GenexError(LibError):
    """An expression that cmake would refuse to evaluate."""

    def __init__(self, source: str, message: str) -> None:
        shown = source if len(source) <= 400 else f"{source[:400]}..."
        super().__init__(f"Error evaluating generator expression:\n\n    {shown}\n\n  {message}")


@dataclass(frozen=True, slots=True)
class Expression:
    """`$<identifier:parameters>`; `parameters` is None where there is no colon."""

    identifier: tuple[Part, ...]
    parameters: tuple[tuple[Part, ...], ...] | None
    source: str


Part = str | Expression


@lru_cache(maxsize=4096)
def parse_genex(text: str) -> tuple[Part, ...]:
    """The parts of a text in order; a `$<` that nothing closes is plain text.

    Raises:
        GenexError: nesting beyond any sane expression.
    """
    parser = _Parser(text)
    parts: list[Part] = []
    while parser.at < len(parser.tokens):
        parser.content(parts, 0)
    return _merge(parts)


def _merge(parts: list[Part]) -> tuple[Part, ...]:
    merged: list[Part] = []
    for part in parts:
        if merged and isinstance(part, str) and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return tuple(merged)


def _tokenize(text: str) -> list[tuple[str, int]]:
    """The marks and the text between them, each with its place."""
    tokens: list[tuple[str, int]] = []
    last = 0
    for match in _TOKEN.finditer(text):
        if match.start() > last:
            tokens.append((text[last : match.start()], last))
        tokens.append((match.group(), match.start()))
        last = match.end()
    if last < len(text):
        tokens.append((text[last:], last))
    return tokens


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokenize(text)
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def content(self, parts: list[Part], depth: int) -> None:
        """One token, or one expression, onto `parts`."""
        mark = self.peek()
        self.at += 1
        if mark == "$<":
            self.expression(parts, depth + 1)
        else:
            parts.append(mark)

    def expression(self, parts: list[Part], depth: int) -> None:
        if depth > _MAX_DEPTH:
            raise GenexError(self.text, "Expressions are nested too deeply.")
        start = self.tokens[self.at - 1][1]
        identifier: list[Part] = []
        while self.peek() not in ("", ">", ":"):
            self.content(identifier, depth)
        parameters: list[list[Part]] | None = None
        if self.peek() == ":":
            self.at += 1
            parameters = self.parameters(depth)
        if self.peek() != ">":
            parts.extend(_as_text(identifier, parameters))
            return
        self.at += 1
        end = self.tokens[self.at - 1][1] + 1
        merged = None if parameters is None else tuple(map(_merge, parameters))
        parts.append(Expression(_merge(identifier), merged, self.text[start:end]))

    def parameters(self, depth: int) -> list[list[Part]]:
        found: list[list[Part]] = [[]]
        while self.peek() not in ("", ">"):
            if self.peek() == ",":
                self.at += 1
                found.append([])
            else:
                self.content(found[-1], depth)
        return found


def _as_text(identifier: list[Part], parameters: list[list[Part]] | None) -> list[Part]:
    parts: list[Part] = ["$<", *identifier]
    for at, parameter in enumerate(parameters or ()):
        parts.append("," if at else ":")
        parts.extend(parameter)
    return parts
