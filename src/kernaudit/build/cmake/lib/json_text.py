"""JSON as cmake reads and writes it: a lenient reader, and the layout of its writer.

The reader takes comments, trailing commas and text after the first value; the writer sorts members, breaks lines at
nesting and at 74 columns, and escapes everything outside ASCII. Both were matched against cmake's own output.
"""

from __future__ import annotations

import re
from typing import Final

from kernaudit.build.cmake.lib.errors import LibError

__all__ = ["Json", "number_text", "read_json", "write_json"]

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None

_MAX_DEPTH: Final = 200
_MARGIN: Final = 74
_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_NUMBER: Final = re.compile(r"[-+]?[0-9]*(?:\.[0-9]*)?(?:[eE][-+]?[0-9]*)?")
_PLAIN: Final = re.compile(r'[^"\\]*')
_WORDS: Final[dict[str, Json]] = {"true": True, "false": False, "null": None}
_ESCAPES: Final = {'"': '"', "/": "/", "\\": "\\", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_NAMED: Final = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def read_json(text: str) -> Json:
    """The first value of a text; LibError tells line and column."""
    return _Reader(text).value(0)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, message: str, at: int | None = None) -> LibError:
        place = self.at if at is None else at
        line = self.text.count("\n", 0, place) + 1
        column = place - self.text.rfind("\n", 0, place)
        return LibError(f"failed parsing json string:\n{self.text}\n* Line {line}, Column {column}\n  {message}\n")

    def peek(self) -> str:
        """The next character that is neither space nor comment."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Json:
        if depth > _MAX_DEPTH:
            raise self.fail("Exceeded stackLimit in readValue().")
        char = self.peek()
        if char == "{":
            return self.members(depth)
        if char == "[":
            return self.elements(depth)
        if char == '"':
            return self.string()
        if char and char in "-+0123456789":
            return self.number()
        for word, meaning in _WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return meaning
        raise self.fail("Syntax error: value, object or array expected.")

    def members(self, depth: int) -> dict[str, Json]:
        found: dict[str, Json] = {}
        self.at += 1
        while self.peek() != "}":
            if self.peek() != '"':
                raise self.fail("Missing '}' or object member name")
            name = self.string()
            if self.peek() != ":":
                raise self.fail("Missing ':' after object member name")
            self.at += 1
            found[name] = self.value(depth + 1)
            self.separator("}", "object declaration")
        self.at += 1
        return found

    def elements(self, depth: int) -> list[Json]:
        found: list[Json] = []
        self.at += 1
        while self.peek() != "]":
            found.append(self.value(depth + 1))
            self.separator("]", "array declaration")
        self.at += 1
        return found

    def separator(self, closing: str, where: str) -> None:
        char = self.peek()
        if char == ",":
            self.at += 1
        elif char != closing:
            raise self.fail(f"Missing ',' or '{closing}' in {where}")

    def number(self) -> Json:
        match = _NUMBER.match(self.text, self.at)
        token = match.group() if match else ""
        start, self.at = self.at, self.at + len(token)
        digits = token.removeprefix("-")
        if not digits:
            return 0
        if digits.isdigit() and len(digits) <= 20 and -(2**63) <= int(token) < 2**64:
            return int(token)
        try:
            return float(token)
        except ValueError:
            raise self.fail(f"'{token}' is not a number.", start) from None

    def string(self) -> str:
        start = self.at
        self.at += 1
        pieces: list[str] = []
        while True:
            match = _PLAIN.match(self.text, self.at)
            assert match is not None  # the pattern matches the empty string
            pieces.append(match.group())
            self.at = match.end()
            if self.at >= len(self.text):
                raise self.fail("Syntax error: value, object or array expected.", start)
            if self.text[self.at] == '"':
                self.at += 1
                return "".join(pieces)
            pieces.append(self.escape(start))

    def escape(self, start: int) -> str:
        char = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if char == "u":
            return self.unicode(start)
        if char not in _ESCAPES:
            raise self.fail("Bad escape sequence in string", start)
        return _ESCAPES[char]

    def unicode(self, start: int) -> str:
        code = self.hexadecimal(start)
        if 0xD800 <= code < 0xDC00:
            if not self.text.startswith("\\u", self.at):
                raise self.fail("additional six characters expected to parse unicode surrogate pair.", start)
            self.at += 2
            code = 0x10000 + ((code & 0x3FF) << 10) + (self.hexadecimal(start) & 0x3FF)
        return "\ufffd" if 0xDC00 <= code < 0xE000 else chr(code)

    def hexadecimal(self, start: int) -> int:
        digits = self.text[self.at : self.at + 4]
        if not re.fullmatch("[0-9a-fA-F]{4}", digits):
            raise self.fail("Bad unicode escape sequence in string: four digits expected.", start)
        self.at += 4
        return int(digits, 16)


def number_text(value: float) -> str:
    """A number as cmake prints it: 17 significant digits, and a point in every real number."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.17g}"
    return text if "." in text or "e" in text or "n" in text else f"{text}.0"


def write_json(value: Json, indent: str = "") -> str:
    """The value in cmake's layout; nested lines start with `indent`."""
    if isinstance(value, dict):
        return _write_object(value, indent)
    if isinstance(value, list):
        return _write_array(value, indent)
    return _write_scalar(value)


def _write_scalar(value: str | float | None) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{"".join(map(_quote, value))}"'
    return number_text(value)


def _quote(char: str) -> str:
    if char in _NAMED:
        return _NAMED[char]
    if " " <= char <= "\x7f":
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def _write_object(value: dict[str, Json], indent: str) -> str:
    if not value:
        return "{}"
    deeper = indent + "  "
    lines = [f"{deeper}{_write_scalar(name)} : {_on_own_line(value[name], deeper)}" for name in sorted(value)]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def _on_own_line(value: Json, indent: str) -> str:
    """A member's value: what spans lines starts on the next one."""
    text = write_json(value, indent)
    return f"\n{indent}{text}" if "\n" in text else text


def _write_array(value: list[Json], indent: str) -> str:
    if not value:
        return "[]"
    deeper = indent + "  "
    items = [write_json(item, deeper) for item in value]
    nested = any(isinstance(item, dict | list) and item for item in value)
    width = 4 + 2 * (len(items) - 1) + sum(map(len, items))
    if not nested and len(items) * 3 < _MARGIN and width < _MARGIN:
        return f"[ {', '.join(items)} ]"
    return "[\n" + ",\n".join(deeper + item for item in items) + f"\n{indent}]"
