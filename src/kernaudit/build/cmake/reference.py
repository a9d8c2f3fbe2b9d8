"""Variable references and escapes inside an argument (cmake-language(7), CMP0053): text to a template."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

__all__ = ["Domain", "Reference", "ReferenceFault", "Template", "parse_template"]


class Domain(IntEnum):
    """Where a reference looks: `${}`, `$ENV{}` or `$CACHE{}`."""

    VARIABLE = 0
    ENVIRONMENT = 1
    CACHE = 2


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference; its name is a template too (`${a_${b}}`)."""

    domain: Domain
    name: Template


Template = tuple["str | Reference", ...]
"""Literal texts (escapes done) and references, in order."""


class ReferenceFault(Exception):  # noqa: N818 - becomes a ConfigureError when the argument is used
    """The argument's text is malformed; cmake says so when the command runs."""


_TOKEN: Final = re.compile(r"\$(?:(ENV|CACHE)?\{)|\\(.?)|\}|\$(?=[A-Za-z0-9/_.+-]+\{)", re.DOTALL)
_NAME: Final = re.compile(r"[A-Za-z0-9_/.+$-]*\Z")
_NAMED_CURLY: Final = re.compile(r"[A-Za-z0-9/_.+-]+\{")
_CONTROL: Final = {"t": "\t", "n": "\n", "r": "\r"}
_DEEPEST: Final = 100
_DOMAINS: Final = {None: Domain.VARIABLE, "ENV": Domain.ENVIRONMENT, "CACHE": Domain.CACHE}


def parse_template(text: str) -> Template:
    """Take an argument's text apart.

    Raises:
        ReferenceFault: an invalid escape, an invalid character in a variable name, an open reference.
    """
    try:
        return _parse(text)
    except ReferenceFault as fault:
        raise ReferenceFault(f"Syntax error in cmake code when parsing string\n  {text}\n{fault}") from None


class _Open:
    """A reference that has not been closed yet (the outermost level has no domain)."""

    __slots__ = ("domain", "literal", "parts")

    def __init__(self, domain: Domain | None) -> None:
        self.domain = domain
        self.parts: list[str | Reference] = []
        self.literal: list[str] = []

    def flush(self) -> None:
        if self.literal:
            self.parts.append("".join(self.literal))
            self.literal = []

    def close(self) -> Template:
        self.flush()
        return tuple(self.parts)


def _parse(text: str) -> Template:
    stack = [_Open(None)]
    top = stack[0]
    last = 0
    for match in _TOKEN.finditer(text):
        if match.start() > last:
            top.literal.append(_checked(text[last : match.start()], top))
        last = match.end()
        found = match.group()
        if found == "}":
            top = _close(stack)
        elif found[0] == "\\":
            top.literal.append(_escape(match.group(2), len(stack) > 1))
        elif found == "$":
            curly = _NAMED_CURLY.match(text, last)
            name = curly.group() if curly else ""
            raise ReferenceFault(
                f"Syntax ${name}{{}} is not supported.  Only ${{}}, $ENV{{}}, and $CACHE{{}} are allowed."
            )
        else:
            if len(stack) > _DEEPEST:
                raise ReferenceFault("Variable references are nested too deeply.")
            top = _Open(_DOMAINS[match.group(1)])
            stack.append(top)
    if last < len(text):
        top.literal.append(_checked(text[last:], top))
    if len(stack) > 1:
        raise ReferenceFault("There is an unterminated variable reference.")
    return top.close()


def _close(stack: list[_Open]) -> _Open:
    """Close the innermost reference; a `}` outside of any is a character like others."""
    if len(stack) == 1:
        stack[0].literal.append("}")
        return stack[0]
    closed = stack.pop()
    assert closed.domain is not None
    top = stack[-1]
    top.flush()
    top.parts.append(Reference(closed.domain, closed.close()))
    return top


def _checked(literal: str, level: _Open) -> str:
    if level.domain is not None and not _NAME.match(literal):
        bad = next(char for char in literal if not _NAME.match(char))
        raise ReferenceFault(f"Invalid character ('{bad}') in a variable name: '{literal.partition(bad)[0]}'")
    return literal


def _escape(char: str, in_name: bool) -> str:
    if char in _CONTROL:
        return _CONTROL[char]
    if char == ";" and not in_name:
        return "\\;"
    if char == "":
        raise ReferenceFault("Invalid character escape '\\' (at end of input).")
    if char.isascii() and char.isalnum():
        raise ReferenceFault(f"Invalid character escape '\\{char}'.")
    return char
