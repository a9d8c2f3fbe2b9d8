"""string(CONFIGURE) and configure_file(): `@VAR@`, `${VAR}`, #cmakedefine and #cmakedefine01."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.commands import check_size, is_off
from kernaudit.build.cmake.lib.errors import LibError

if TYPE_CHECKING:
    from kernaudit.build.cmake.lib.commands import Read

__all__ = ["Lookups", "configure_file_text", "configure_text"]

_DEFINE: Final = re.compile(r"#([ \t]*)cmakedefine[ \t]+([A-Za-z_0-9]*)")
_DEFINE01: Final = re.compile(r"#([ \t]*)cmakedefine01[ \t]+([A-Za-z_0-9]*)")
_AT: Final = re.compile(r"@([A-Za-z0-9/_.+-]+)@")
_OPEN: Final = re.compile(r"\$(?:(ENV|CACHE)?\{)")
_NAMED_CURLY: Final = re.compile(r"\$([A-Za-z0-9/_.+-]+\{)")
_PLAIN: Final = re.compile(r"[^$@}]+")
_NAME: Final = re.compile(r"[A-Za-z0-9_/.+\\\n-]+")


def _nothing(_: str) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Lookups:
    """Where the values come from: variables, the environment, the cache."""

    variable: Read
    environment: Read = _nothing
    cache: Read = _nothing


def configure_text(text: str, look: Lookups, *, at_only: bool = False, escape_quotes: bool = False) -> str:
    """The text with its definitions and references replaced; undefined variables become nothing.

    Raises:
        LibError: a malformed `${...}`.
    """
    text = "\n".join(_define(line, look) for line in text.split("\n")) if "#" in text else text
    if "@" not in text and (at_only or "$" not in text):
        return text
    return _Expansion(text, look, at_only, escape_quotes).run()


def configure_file_text(text: str, look: Lookups, *, at_only: bool = False, escape_quotes: bool = False) -> str:
    """A file's text, line by line (no reference spans lines); every line ends in a newline afterwards."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return "".join(
        configure_text(line.removesuffix("\r"), look, at_only=at_only, escape_quotes=escape_quotes) + "\n"
        for line in lines
    )


def _define(line: str, look: Lookups) -> str:
    match = _DEFINE.search(line)
    if match:
        if is_off(look.variable(match.group(2))):
            return f"/* #undef {match.group(2)} */"
        return line.replace(f"#{match.group(1)}cmakedefine", f"#{match.group(1)}define")
    match = _DEFINE01.search(line)
    if match:
        digit = "0" if is_off(look.variable(match.group(2))) else "1"
        return line.replace(f"#{match.group(1)}cmakedefine01", f"#{match.group(1)}define") + f" {digit}"
    return line


class _Expansion:
    """One pass over a text; `opened` remembers where nested references began."""

    def __init__(self, text: str, look: Lookups, at_only: bool, escape_quotes: bool) -> None:
        self.text = text
        self.look = look
        self.at_only = at_only
        self.escape_quotes = escape_quotes
        self.at = 0
        self.size = 0
        self.done: list[str] = []
        self.opened: list[tuple[Read, int]] = []

    def run(self) -> str:
        while self.at < len(self.text):
            self.plain()
            char = self.text[self.at : self.at + 1]
            if char == "}":
                self.close()
            elif char == "$":
                self.dollar()
            elif char == "@":
                self.at_sign()
        if self.opened:
            raise LibError("There is an unterminated variable reference.")
        return "".join(self.done)

    def emit(self, piece: str, consumed: int) -> None:
        self.size += len(piece)
        check_size(self.size)
        self.done.append(piece)
        self.at += consumed

    def plain(self) -> None:
        """Text up to the next character that matters; inside a reference it must be a name."""
        match = _PLAIN.match(self.text, self.at)
        if match is None:
            return
        if self.opened:
            name = _NAME.match(self.text, self.at)
            end = name.end() if name else self.at
            if end < match.end():
                raise LibError(f"Invalid character ('{self.text[end]}') in a variable name.")
        self.emit(match.group(), len(match.group()))

    def close(self) -> None:
        if not self.opened:
            self.emit("}", 1)
            return
        read, mark = self.opened.pop()
        name = "".join(self.done[mark:])
        del self.done[mark:]
        self.emit(self.value(read, name), 1)

    def value(self, read: Read, name: str) -> str:
        text = read(name) or ""
        return text.replace('"', '\\"') if self.escape_quotes else text

    def dollar(self) -> None:
        match = None if self.at_only else _OPEN.match(self.text, self.at)
        if match is None:
            if not self.at_only and (named := _NAMED_CURLY.match(self.text, self.at)):
                raise LibError(
                    f"Syntax ${named.group(1)}{{}} is not supported.  Only ${{}}, $ENV{{}}, and $CACHE{{}} are allowed."
                )
            self.emit("$", 1)
            return
        readers = {None: self.look.variable, "ENV": self.look.environment, "CACHE": self.look.cache}
        self.opened.append((readers[match.group(1)], len(self.done)))
        self.at = match.end()

    def at_sign(self) -> None:
        match = _AT.match(self.text, self.at)
        if match:
            self.emit(self.value(self.look.variable, match.group(1)), len(match.group()))
        elif self.opened:
            raise LibError("Invalid character ('@') in a variable name.")
        else:
            self.emit("@", 1)
