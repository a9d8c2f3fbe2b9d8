"""A source file as the preprocessor sees it: text between directives, and the directives."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kernaudit.sources.blanking import blank_comments
from kernaudit.sources.condition import Condition, parse_condition
from kernaudit.sources.macro import IDENTIFIER, Macro, parse_define

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Branch",
    "Chunk",
    "ComputedInclude",
    "Conditional",
    "Define",
    "ErrorDirective",
    "Include",
    "Item",
    "KeptMacro",
]
__all__ += ["SourceFile", "Undef", "read_directives", "read_include"]

_DIRECTIVE = re.compile(r"#[ \t]*([A-Za-z_]\w*)?([^\\\n]*(?:\\(?:.|\n)[^\\\n]*)*)")
_INCLUDE = re.compile(r'\s*(?:"([^"\n]+)"|<([^>\n]+)>)')
_KEPT = re.compile(r'\s*(push|pop)_macro\s*\(\s*"(\w+)"')
_MAX_NESTING = 200


class Chunk:
    """Lines that are no directive; `line` is the first one's number, `controls` the lines of the `#if`s around it."""

    __slots__ = ("_words", "controls", "line", "text")

    def __init__(self, line: int, text: str, controls: tuple[int, ...]) -> None:
        self.line, self.text, self.controls = line, text, controls
        self._words: frozenset[str] | None = None

    @property
    def words(self) -> frozenset[str]:
        """Its identifiers; collected when they are first asked for, since most files never are."""
        if self._words is None:
            self._words = frozenset(IDENTIFIER.findall(self.text))
        return self._words


@dataclass(frozen=True, slots=True, eq=False)
class Define:
    """`#define`."""

    line: int
    macro: Macro


@dataclass(frozen=True, slots=True, eq=False)
class Undef:
    """`#undef`."""

    line: int
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Include:
    """`#include`; `quoted` tells `"x"` from `<x>`."""

    line: int
    path: str
    quoted: bool


@dataclass(frozen=True, slots=True, eq=False)
class ComputedInclude:
    """`#include` of what a macro stands for."""

    line: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class KeptMacro:
    """`#pragma push_macro("name")`, or `pop_macro`."""

    line: int
    name: str
    pushes: bool


@dataclass(frozen=True, slots=True, eq=False)
class ErrorDirective:
    """`#error`."""

    line: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One branch of a conditional; no condition means `#else`. `guards` is set where it is an include guard's form."""

    line: int
    condition: Condition | None
    items: tuple[Item, ...]
    guards: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Conditional:
    """`#if` to `#endif` (whose line is `end`)."""

    line: int
    end: int
    branches: tuple[Branch, ...]


Item = Chunk | Define | Undef | Include | ComputedInclude | KeptMacro | ErrorDirective | Conditional


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """A file read once: its items in order, and what it mentions.

    Attributes:
        path: relative to the scanned root.
        items: nested by conditionals.
        once: `#pragma once` stands in it.
        size: bytes of the original text.
        lines: number of lines.
        tested: names that its conditions look at.
        includes: every include directive in it, whatever its condition.
        computed: those of them that name a macro.
        defines: every definition in it, whatever its condition.
    """

    path: str
    items: tuple[Item, ...]
    once: bool
    size: int
    lines: int
    tested: frozenset[str]
    includes: tuple[Include, ...]
    defines: tuple[Macro, ...]
    computed: tuple[ComputedInclude, ...] = ()


def read_include(text: str, line: int) -> Include | None:
    """Read what follows `#include`; None if it is neither `"x"` nor `<x>`."""
    match = _INCLUDE.match(text)
    return Include(line, match[1] or match[2], match[1] is not None) if match else None


def read_directives(path: str, text: str) -> SourceFile:
    """Split a file's text into chunks and directives; malformed nesting closes at the end of the file."""
    return _Reader(path, text).read()


@dataclass(slots=True)
class _Open:
    """A conditional that is still open: finished branches and the one being filled."""

    line: int
    branches: list[Branch] = field(default_factory=list)
    branch_line: int = 0
    condition: Condition | None = None
    items: list[Item] = field(default_factory=list)

    def close_branch(self) -> None:
        self.branches.append(
            Branch(self.branch_line, self.condition, tuple(self.items), _include_guard(self.condition, self.items))
        )
        self.items = []


class _Reader:
    """Builds the items of one file."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.size = path, len(text)
        blanked = blank_comments(text)
        self.text, self.raw = blanked.text, blanked.raw_strings
        self.top: list[Item] = []
        self.stack: list[_Open] = []
        self.once = False
        self.tested: set[str] = set()
        self.includes: list[Include] = []
        self.defines: list[Macro] = []
        self.computed: list[ComputedInclude] = []

    def read(self) -> SourceFile:
        position = line = 0
        text = self.text
        for match in _DIRECTIVE.finditer(text):
            start, end = match.span()
            begin = text.rfind("\n", 0, start) + 1
            if begin < position or (begin != start and not text[begin:start].isspace()):
                continue
            if self.raw and any(a < start < b for a, b in self.raw):
                continue
            start = begin
            self._chunk(text[position:start], line + 1)
            line += text.count("\n", position, start)
            self._directive(match[1] or "", match[2], line + 1)
            line += text.count("\n", start, end)
            position = end
        self._chunk(text[position:], line + 1)
        last = line + 1 + text.count("\n", position)
        while self.stack:
            self._endif("", last)
        names = frozenset(self.tested)
        return SourceFile(
            self.path, tuple(self.top), self.once, self.size, last, names,
            tuple(self.includes), tuple(self.defines), tuple(self.computed),
        )  # fmt: skip

    @property
    def _items(self) -> list[Item]:
        return self.stack[-1].items if self.stack else self.top

    def _chunk(self, text: str, line: int) -> None:
        if not text or text.isspace():
            return
        self._items.append(Chunk(line, text, tuple(part.branch_line for part in self.stack)))

    def _directive(self, name: str, rest: str, line: int) -> None:
        handler = _HANDLERS.get(name)
        if handler is not None:
            handler(self, rest.replace("\\\n", " ") if name != "define" else rest, line)

    def _define(self, rest: str, line: int) -> None:
        macro = parse_define(rest, self.path, line)
        if macro is not None:
            self.defines.append(macro)
            self._items.append(Define(line, macro))

    def _undef(self, rest: str, line: int) -> None:
        match = IDENTIFIER.search(rest)
        if match:
            self._items.append(Undef(line, match[0]))

    def _include(self, rest: str, line: int) -> None:
        include = read_include(rest, line)
        if include is not None:
            self.includes.append(include)
            self._items.append(include)
        elif IDENTIFIER.match(rest.strip()):
            computed = ComputedInclude(line, " ".join(rest.split()))
            self.computed.append(computed)
            self._items.append(computed)

    def _error(self, rest: str, line: int) -> None:
        self._items.append(ErrorDirective(line, " ".join(rest.split())))

    def _pragma(self, rest: str, line: int) -> None:
        if rest.split()[:1] == ["once"]:
            self.once = True
        elif (kept := _KEPT.match(rest)) is not None:
            self._items.append(KeptMacro(line, kept[2], kept[1] == "push"))

    def _open(self, kind: Literal["if", "ifdef", "ifndef"], rest: str, line: int) -> None:
        condition = parse_condition(rest, kind)
        self.tested |= condition.names
        if len(self.stack) < _MAX_NESTING:
            self.stack.append(_Open(line, branch_line=line, condition=condition))

    def _if(self, rest: str, line: int) -> None:
        self._open("if", rest, line)

    def _ifdef(self, rest: str, line: int) -> None:
        self._open("ifdef", rest, line)

    def _ifndef(self, rest: str, line: int) -> None:
        self._open("ifndef", rest, line)

    def _next_branch(self, condition: Condition | None, line: int) -> None:
        if not self.stack:
            return
        if condition is not None:
            self.tested |= condition.names
        current = self.stack[-1]
        current.close_branch()
        current.branch_line, current.condition = line, condition

    def _elif(self, rest: str, line: int) -> None:
        self._next_branch(parse_condition(rest), line)

    def _elifdef(self, rest: str, line: int) -> None:
        self._next_branch(parse_condition(rest, "ifdef"), line)

    def _elifndef(self, rest: str, line: int) -> None:
        self._next_branch(parse_condition(rest, "ifndef"), line)

    def _else(self, rest: str, line: int) -> None:
        del rest
        self._next_branch(None, line)

    def _endif(self, rest: str, line: int) -> None:
        del rest
        if self.stack:
            done = self.stack.pop()
            done.close_branch()
            self._items.append(Conditional(done.line, line, tuple(done.branches)))


_HANDLERS = {
    "define": _Reader._define,
    "undef": _Reader._undef,
    "include": _Reader._include,
    "include_next": _Reader._include,
    "error": _Reader._error,
    "pragma": _Reader._pragma,
    "if": _Reader._if,
    "ifdef": _Reader._ifdef,
    "ifndef": _Reader._ifndef,
    "elif": _Reader._elif,
    "elifdef": _Reader._elifdef,
    "elifndef": _Reader._elifndef,
    "else": _Reader._else,
    "endif": _Reader._endif,
}


def _include_guard(condition: Condition | None, items: Sequence[Item]) -> str | None:
    """`#if !defined(X)` around `#define X`: the form that protects a header or a default value."""
    if condition is None or condition.node[0] != "!":
        return None
    inner = condition.node[1]
    if not isinstance(inner, tuple) or inner[0] != "defined":
        return None
    name = inner[1]
    defined = any(isinstance(item, Define) and item.macro.name == name for item in items[:3])
    return str(name) if defined else None
