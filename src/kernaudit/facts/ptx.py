"""Reads PTX text, as in inline assembly or a `.ptx` file, into statements.

Only the shape is read: opcode, modifiers, operands. What a statement needs is the rules' business (`ruleset`).
Grammar: PTX ISA, "Syntax" and "Instruction Statements"; inline assembly adds `%0` operands and `%%` for a percent sign.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PtxStatement", "parse_statements", "split_operands"]

_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_LEAD = re.compile(r"[\s;{}]+")
_LABEL = re.compile(r"[$%A-Za-z_][\w$%=]*[ \t]*:(?!:)")
_GUARD = re.compile(r"@\s*!?\s*%?\w+\s*")
_OPCODE = re.compile(r"\.?[A-Za-z_]\w*(?:(?:\s*\.\s*|::?)\w+)*")
_DECLARATIONS = frozenset({".reg", ".shared", ".local", ".param", ".const", ".global", ".align", ".loc", ".file"})
_BOUNDARY = re.compile(r"[;{}]")
_OPEN, _CLOSE = "{[(", "}])"


@dataclass(frozen=True, slots=True)
class PtxStatement:
    """One instruction or directive.

    Attributes:
        opcode: the first word (`wgmma`), with its dot where it is a directive (`.maxnreg`).
        modifiers: the words behind it, in order (`mma_async`, `sp`, `shared::cta`).
        operands: the top-level operands as written, without surrounding blanks.
        text: the whole statement, blanks folded, without guard, label and semicolon.
        offset: where the opcode starts in the text that was parsed.
    """

    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple[str, ...]
    text: str
    offset: int

    @property
    def is_declaration(self) -> bool:
        """Whether it declares names only (`.reg .pred p`) and so asks nothing of a target."""
        return self.opcode in _DECLARATIONS


def parse_statements(text: str) -> tuple[PtxStatement, ...]:
    """Return the statements of `text` in order; what has no opcode (stray punctuation, labels) is left out.

    A statement ends at its semicolon, at the end of its block or with the text. Never raises: text that is not PTX
    yields statements that no rule knows.
    """
    return tuple(_statements(_blank_comments(text.replace("%%", " %"))))


def split_operands(text: str) -> tuple[str, ...]:
    """Split at the commas that stand in no bracket: `{a, b}, [c, {d}], 1` has three operands."""
    parts: list[str] = []
    depth = start = 0
    for index, char in enumerate(text):
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        elif char == "," and depth <= 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return tuple(part for part in parts if part)


def _blank_comments(text: str) -> str:
    if "/" not in text:
        return text
    return _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def _statements(text: str) -> Iterator[PtxStatement]:
    position, length = 0, len(text)
    while position < length:
        for pattern in (_LEAD, _LABEL, _LEAD, _GUARD):
            if match := pattern.match(text, position):
                position = match.end()
        opcode = _OPCODE.match(text, position)
        if opcode is None:
            position = _after(text, position)
            continue
        end = _statement_end(text, opcode.end())
        yield _statement(text, opcode, end)
        position = end


def _after(text: str, position: int) -> int:
    """The start of what follows an unreadable piece, always further on."""
    end = text.find(";", position)
    return len(text) if end < 0 else end + 1


def _statement(text: str, opcode: re.Match[str], end: int) -> PtxStatement:
    words = re.sub(r"\s+", "", opcode[0])
    dot = "." if words.startswith(".") else ""
    name, *modifiers = words.removeprefix(".").split(".")
    rest = " ".join(text[opcode.end() : end].split())
    whole = f"{words} {rest}" if rest else words
    return PtxStatement(dot + name, tuple(modifiers), split_operands(rest), whole, opcode.start())


def _statement_end(text: str, position: int) -> int:
    depth = 0
    for match in _BOUNDARY.finditer(text, position):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}" and depth:
            depth -= 1
        else:
            return match.start()
    return len(text)
