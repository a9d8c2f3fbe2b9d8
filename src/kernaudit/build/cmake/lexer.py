"""cmake's lexical grammar (cmake-language(7), Syntax): text to command invocations with raw arguments."""

from __future__ import annotations

import re
from typing import Final

from kernaudit.build.cmake.program import Argument, Command, Quoting, SyntaxFault
from kernaudit.model.evidence import Location

__all__ = ["read_commands"]

_MAKE_REFERENCE: Final = r"\$\([A-Za-z0-9_]*\)"
_BARE_CHARACTER: Final = r"[^ \t\r\n()#\\\"\[=]|\\[^\n]"
_LEGACY: Final = rf"{_MAKE_REFERENCE}|{_BARE_CHARACTER}|\"(?:{_MAKE_REFERENCE}|{_BARE_CHARACTER}|[ \t\[=])*\""
_SPACE: Final = re.compile(r"(?:[ \t\r\n]++|#(?!\[=*\[)[^\n]*+)*+")
_NAME: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(?![^ \t\r\n()#\\\"\[=]|\\[^\n]|=)")
_OPEN: Final = re.compile(r"[ \t\r]*\(")
_ARGUMENT: Final = re.compile(
    r"(?P<word>[A-Za-z0-9_.${}/:;<>,+*-]++(?![^ \t\r\n()#]))"
    r"|\"(?P<string>(?:[^\"\\]++|\\.)*+)\""
    r"|(?P<paren>[()])"
    r"|(?P<comment>\#?)\[(?P<fence>=*)\[\n?"
    rf"|(?P<bare>(?:{_MAKE_REFERENCE}|{_BARE_CHARACTER}|=|\[=*(?:{_LEGACY}))(?:{_LEGACY}|[\[=])*|\[)",
    re.DOTALL,
)
_CONTINUATION: Final = re.compile(r"(\\.)|\\\n")
_BARE, _QUOTED, _BRACKET = Quoting.BARE, Quoting.QUOTED, Quoting.BRACKET


class _Refused(Exception):  # noqa: N818 - carries a value, never leaves this module
    def __init__(self, message: str, line: int) -> None:
        self.message = message
        self.line = line


def read_commands(text: str, file: str) -> tuple[list[Command], SyntaxFault | None]:
    """Return the commands up to the first syntax error, and that error in cmake's words."""
    reader = _Reader(text, file)
    try:
        reader.read()
    except _Refused as fault:
        return reader.commands, SyntaxFault(fault.message, Location(file, fault.line))
    return reader.commands, None


class _Reader:
    """One pass over a text; `at` and `line` advance together."""

    __slots__ = ("at", "commands", "file", "line", "text")

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.at = 0
        self.line = 1
        self.commands: list[Command] = []

    def read(self) -> None:
        """Read commands until the end; each must start on a line of its own."""
        fresh_line = True
        while True:
            newlines = self._skip_space()
            fresh_line = fresh_line or newlines > 0
            if self.at >= len(self.text):
                return
            if self.text.startswith("#", self.at):
                self._skip_bracket_comment()
                fresh_line = False
            else:
                self._read_command(fresh_line)
                fresh_line = False

    def _skip_space(self) -> int:
        match = _SPACE.match(self.text, self.at)
        assert match is not None  # the pattern matches the empty string
        newlines = self.text.count("\n", self.at, match.end())
        self.at = match.end()
        self.line += newlines
        return newlines

    def _skip_bracket_comment(self) -> None:
        match = _ARGUMENT.match(self.text, self.at)
        assert match is not None  # `_SPACE` stops at `#` only before a bracket
        self._bracket(match)

    def _read_command(self, fresh_line: bool) -> None:
        name = _NAME.match(self.text, self.at)
        if name is None or not fresh_line:
            kind = "a newline" if name and not fresh_line else "a command name"
            raise _Refused(f"Parse error.  Expected {kind}, got {self._token()}.", self.line)
        self.at = name.end()
        line = self.line
        opening = _OPEN.match(self.text, self.at)
        if opening is None:
            raise self._missing_opening()
        self.at = opening.end()
        args = self._read_arguments(line)
        word = name.group()
        self.commands.append(Command(self.file, line, word, word.lower(), args))

    def _missing_opening(self) -> _Refused:
        space = re.compile(r"[ \t\r]*").match(self.text, self.at)
        self.at = space.end() if space else self.at
        if self.at >= len(self.text):
            return _Refused('Unexpected end of file.\nParse error.  Function missing opening "(".', self.line)
        return _Refused(f'Parse error.  Expected "(", got {self._token()}.', self.line)

    def _read_arguments(self, start: int) -> tuple[Argument, ...]:
        text, match_argument, skip = self.text, _ARGUMENT.match, self._skip_space
        args: list[Argument] = []
        depth = 0
        glued: Quoting | None = None
        while True:
            before = self.at
            skip()
            if self.at > before:
                glued = None
            match = match_argument(text, self.at)
            if match is None:
                raise self._no_argument(start)
            kind = match.lastgroup
            if kind == "paren":
                self.at += 1
                word = match.group()
                depth += 1 if word == "(" else -1
                if depth < 0:
                    return tuple(args)
                args.append(Argument(word, _BARE, self.line))
                glued = None if word == "(" else _BARE
                continue
            arg = self._argument(match, kind)
            if glued is _BRACKET or (glued is not None and arg is not None and arg.quoting is _BRACKET):
                raise self._glued(arg)
            if arg is not None:
                args.append(arg)
            glued = arg.quoting if arg is not None else _BRACKET

    def _argument(self, match: re.Match[str], kind: str | None) -> Argument | None:
        """Return the argument that was matched, None for a bracket comment."""
        line = self.line
        if kind in ("word", "bare"):
            self.at = match.end()
            return Argument(match.group(), _BARE, line)
        if kind == "string":
            self.at = match.end()
            content = match.group("string")
            self.line += content.count("\n")
            if "\\\n" in content:
                content = _CONTINUATION.sub(lambda part: part.group(1) or "", content)
            return Argument(content, _QUOTED, line)
        content = self._bracket(match)
        return None if match.group("comment") else Argument(content, _BRACKET, line)

    def _bracket(self, match: re.Match[str]) -> str:
        closing = f"]{match.group('fence')}]"
        end = self.text.find(closing, match.end())
        if end < 0:
            raise _Refused(
                'Parse error.  Function missing ending ")".  Instead found unterminated bracket with text '
                f'"{self.text[match.end() : match.end() + 40]}".',
                self.line,
            )
        self.line += self.text.count("\n", self.at, end)
        self.at = end + len(closing)
        return self.text[match.end() : end]

    def _no_argument(self, start: int) -> _Refused:
        if self.at >= len(self.text):
            return _Refused('Parse error.  Function missing ending ")".  End of file reached.', start)
        return _Refused(f'Parse error.  Function missing ending ")".  Instead found {self._token()}.', self.line)

    def _glued(self, arg: Argument | None) -> _Refused:
        line = arg.line if arg is not None else self.line
        return _Refused("Syntax Error in cmake code.  Argument not separated from preceding token by whitespace.", line)

    def _token(self) -> str:
        """Describe the token here as cmake's messages do."""
        if self.text.startswith('"', self.at) and not _ARGUMENT.match(self.text, self.at):
            return f'unterminated string with text "{self.text[self.at + 1 : self.at + 41]}"'
        if self.text.startswith("\n", self.at):
            return 'newline with text "\n"'
        match = _NAME.match(self.text, self.at) or _ARGUMENT.match(self.text, self.at)
        if match is None:
            return f'bad character with text "{self.text[self.at]}"'
        kinds = {None: "identifier", "string": "quoted argument", "word": "unquoted argument"}
        kinds |= {"bare": "unquoted argument", "fence": "bracket argument"}
        word = match.group("string") if match.lastgroup == "string" else match.group()
        if match.re is _NAME:
            return f'identifier with text "{word}"'
        kind = {"(": "left paren", ")": "right paren"}.get(word) or kinds.get(match.lastgroup, "token")
        return f'{kind} with text "{word}"'
