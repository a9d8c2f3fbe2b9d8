"""cmake's regular expressions: search, all matches, replace.

Two engines give the same answers. Python's `re` runs the expressions whose worst case is known to be small for the
text at hand; the step-bounded matcher of `regex_vm` runs the rest, so nested quantifiers from a hostile file end soon.

`^` matches at the start and again where the search goes on after a match (policy CMP0186 unset, as for every project
that asks for less than cmake 4.1); `$` matches at the very end only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.regex_cost import path_bound
from kernaudit.build.cmake.lib.regex_parse import ANY, Assert, Branches, Char, Group, RegexError, parse_regex
from kernaudit.build.cmake.lib.regex_vm import Start, assemble, run
from kernaudit.build.cmake.lib.text import narrow, widen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.lib.regex_parse import Node
    from kernaudit.build.cmake.lib.regex_vm import Program

__all__ = ["Match", "Regex", "RegexError", "compile_regex", "quote_regex"]

_MAX_COST: Final = 4_000_000
_MAX_WORK: Final = 1_000_000_000
_CACHED_TEXT: Final = 2_000
_ALPHABET: Final = [chr(code) for code in range(256)]
_SPECIAL: Final = re.compile(r"[][()+*^.$?|\\]")


@dataclass(frozen=True, slots=True)
class Match:
    """One match: its place in the text (in bytes for text outside ASCII) and the groups, 0 being all of it.

    A group that took no part is the empty string, as in cmake.
    """

    start: int
    end: int
    groups: tuple[str, ...]


class Regex:
    """A compiled expression. Get one from `compile_regex`."""

    __slots__ = ("_anchored", "_bound", "_program", "_slices", "_source", "_tree", "groups", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._tree, self.groups = parse_regex(widen(pattern))
        self._bound = path_bound(self._tree)
        self._program: Program | None = None
        self._anchored = _is_anchored(self._tree)
        self._slices = not self._anchored and _mentions_start(self._tree)
        self._source: tuple[re.Pattern[str], re.Pattern[str]] | None = None

    def search(self, text: str) -> Match | None:
        """The leftmost match, or None."""
        if len(text) <= _CACHED_TEXT:
            return _cached_search(self, text)
        return self._find(widen(text), 0, False, 0)

    def matches(self, text: str, *, anchor_once: bool = False) -> Iterator[Match]:
        """All matches from left to right, as MATCHALL and REPLACE walk over them.

        With `anchor_once`, `^` matches at the start of the text only (policy CMP0186 NEW; generator expressions).
        """
        text = widen(text)
        base, nonempty, work = 0, False, 0
        copies = self._slices or not self._is_cheap(len(text))  # one search then costs memory for the rest of the text
        fixed = anchor_once and (self._anchored or self._slices)
        while (match := self._find(text, base, nonempty, 0 if fixed else base)) is not None:
            yield match
            if nonempty or copies:
                work += len(text) - base
            if work > _MAX_WORK:
                raise LibError("regular expression: too many matches in a long text")
            base, nonempty = match.end, match.start == match.end
            if match.start == len(text):
                return

    def _find(self, text: str, base: int, nonempty: bool, start: int) -> Match | None:
        """The next match from `base` on; `^` matches at `start`."""
        if start == base and self._is_cheap(len(text) - base):
            spans = self._spans_re(text, base, nonempty)
        else:
            spans = self._spans_vm(text, base, nonempty, start)
        if not spans:
            return None
        groups = tuple(narrow(text[spans[i] : spans[i + 1]]) if spans[i] >= 0 else "" for i in range(0, len(spans), 2))
        return Match(spans[0], spans[1], groups)

    def _is_cheap(self, length: int) -> bool:
        if self._bound is None:
            return False
        degree, factor, reach = self._bound
        starts = 1 if self._anchored else length + 1
        size = length * reach + len(self.pattern) + 1
        return bool(starts * factor * size * (length + 1) ** degree <= _MAX_COST)

    def _spans_re(self, text: str, base: int, nonempty: bool) -> list[int]:
        plain, strict = self._python()
        shift = base if self._slices or nonempty else 0
        if shift:
            text, base = text[shift:], 0
        pattern = strict if nonempty else plain
        found = pattern.match(text, base) if self._anchored else pattern.search(text, base)
        if found is None:
            return []
        spans = [border for number in range(self.groups + 1) for border in found.span(number)]
        return [border + shift if border >= 0 else -1 for border in spans] if shift else spans

    def _spans_vm(self, text: str, base: int, nonempty: bool, start: int) -> list[int]:
        if self._program is None:
            self._program = assemble(self._tree)
        return run(self._program, text, Start(base, start, nonempty), self.groups) or []

    def _python(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """The expression for `re`, and once more for matches that do not end where the search began."""
        if self._source is None:
            tree = Branches((self._tree.choices[0][1:],)) if self._anchored else self._tree
            source = _python_branches(tree)
            self._source = (re.compile(source, re.DOTALL), re.compile(rf"(?:{source})(?!\A)", re.DOTALL))
        return self._source


@lru_cache(maxsize=1024)
def compile_regex(pattern: str) -> Regex:
    """The compiled form of an expression, kept for reuse; RegexError where cmake refuses it."""
    return Regex(pattern)


@lru_cache(maxsize=8192)
def _cached_search(regex: Regex, text: str) -> Match | None:
    return regex._find(widen(text), 0, False, 0)


def quote_regex(text: str) -> str:
    """The text as an expression that matches just this text (`string(REGEX QUOTE)`)."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def _is_anchored(tree: Branches) -> bool:
    """One alternative that begins with `^`, and no other `^`."""
    if len(tree.choices) != 1 or not tree.choices[0] or tree.choices[0][0] != Assert("^"):
        return False
    return not _mentions_start(Branches((tree.choices[0][1:],)))


def _mentions_start(tree: Branches) -> bool:
    return any(_node_mentions_start(node) for choice in tree.choices for node in choice)


def _node_mentions_start(node: Node) -> bool:
    if isinstance(node, Char):
        return False
    if isinstance(node, Assert):
        return node.kind == "^"
    return _mentions_start(node.body) if isinstance(node, Group) else _node_mentions_start(node.item)


def _python_branches(tree: Branches) -> str:
    return "|".join("".join(map(_python_node, choice)) for choice in tree.choices)


def _python_node(node: Node) -> str:
    if isinstance(node, Char):
        return _python_char(node.mask)
    if isinstance(node, Assert):
        return r"\A" if node.kind == "^" else r"\Z"
    if isinstance(node, Group):
        return f"({_python_branches(node.body)})"
    sign = ("+" if node.low else "*") if node.many else "?"
    return f"(?:{_python_node(node.item)}){sign}"


def _python_char(mask: int) -> str:
    if mask == ANY:
        return "."
    if mask & (mask - 1) == 0 and mask:
        return re.escape(chr(mask.bit_length() - 1))
    inverted = mask.bit_count() > 128
    members = [char for char in _ALPHABET if (mask >> ord(char) & 1) != inverted]
    return f"[{'^' if inverted else ''}{''.join(re.escape(char) for char in members)}]"
