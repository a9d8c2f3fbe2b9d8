"""Macros: what `#define` says, and what a macro becomes where it is used (C++ standard, [cpp.replace])."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["IDENTIFIER", "ExpansionLimit", "Macro", "expand_text", "parse_define"]

IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_WORD_OR_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|[A-Za-z_]\w*|\d[\w.\']*')
_DEFINE = re.compile(r"[ \t]*([A-Za-z_]\w*)(\(([^)]*)\))?")
_BODY_ITEM = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|\s*##\s*|#\s*[A-Za-z_]\w*|[A-Za-z_]\w*|\d[\w.]*')
_ARGUMENT_MARK = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|[(),]')
_MAX_DEPTH = 64
_MAX_EXPANSION = 1_000_000


class ExpansionLimit(Exception):  # noqa: N818 - a bound that was reached, not a user's mistake
    """A macro grows beyond what any real source needs; the use stays as it is written."""


@dataclass(frozen=True, slots=True, eq=False)
class Macro:
    """One `#define`; `params` is None for an object-like macro, `...` is the parameter `__VA_ARGS__`.

    Compared by identity: each definition is made once, so that a set of definitions is a cheap key.
    """

    name: str
    body: str
    params: tuple[str, ...] | None = None
    variadic: bool = False
    file: str = ""
    line: int = 0
    words: frozenset[str] = frozenset()


def parse_define(text: str, file: str = "", line: int = 0) -> Macro | None:
    """Read what follows `#define`; None if it is no definition."""
    match = _DEFINE.match(text)
    if match is None:
        return None
    name, has_params, inside = match.groups()
    body = " ".join(text[match.end() :].replace("\\\n", " ").split())
    words = frozenset(IDENTIFIER.findall(body))
    if has_params is None:
        return Macro(name, body, None, False, file, line, words)
    params = [part.strip() for part in inside.replace("\\\n", " ").split(",")] if inside.strip() else []
    variadic = bool(params) and params[-1].endswith("...")
    if variadic:
        params[-1] = params[-1][:-3].strip() or "__VA_ARGS__"
    return Macro(name, body, tuple(params), variadic, file, line, words)


def expand_text(text: str, macros: Mapping[str, Macro], names: frozenset[str]) -> str:
    """Return the text with the macros of `names` expanded; it keeps its line count.

    Raises:
        ExpansionLimit: the result would be absurdly large.
    """
    return _Expansion(macros).run(text, names)


class _Expansion:
    """One expansion with its size budget."""

    def __init__(self, macros: Mapping[str, Macro]) -> None:
        self.macros = macros
        self.budget = _MAX_EXPANSION

    def run(self, text: str, names: frozenset[str]) -> str:
        pattern = _names_pattern(names)
        return self._scan(text, pattern.finditer, frozenset(), 0, keep_lines=True)

    def _rescan(self, text: str, hidden: frozenset[str], depth: int) -> str:
        if depth > _MAX_DEPTH:
            raise ExpansionLimit
        words = IDENTIFIER.findall(text)
        if self.macros.keys().isdisjoint(words) or hidden.issuperset(self.macros.keys() & set(words)):
            return text
        return self._scan(text, _WORD_OR_STRING.finditer, hidden, depth, keep_lines=False)

    def _scan(
        self, text: str, find: Callable[..., object], hidden: frozenset[str], depth: int, *, keep_lines: bool
    ) -> str:
        parts: list[str] = []
        position = 0
        for match in find(text):  # type: ignore[attr-defined]  # an iterator of matches, whichever pattern it is
            start: int = match.start()
            if start < position:
                continue
            macro = self.macros.get(match[0])
            if macro is None or macro.name in hidden:
                continue
            end: int = match.end()
            arguments: tuple[str, ...] = ()
            if macro.params is not None:
                found = _arguments(text, end)
                if found is None:
                    continue
                end, arguments = found
            parts.append(text[position:start])
            parts.append(self._replace(macro, arguments, hidden, depth))
            if keep_lines:
                parts.append("\n" * text.count("\n", start, end))
            position = end
        if not position:
            return text
        parts.append(text[position:])
        return "".join(parts)

    def _replace(self, macro: Macro, arguments: tuple[str, ...], hidden: frozenset[str], depth: int) -> str:
        body = macro.body
        if macro.params is not None and macro.words:
            body = self._substitute(macro, arguments, hidden, depth)
        elif "##" in body:
            body = re.sub(r"\s*##\s*", "", body)
        self.budget -= len(body)
        if self.budget < 0:
            raise ExpansionLimit
        if macro.words or arguments:
            body = self._rescan(body, hidden | {macro.name}, depth + 1)
        return body

    def _substitute(self, macro: Macro, arguments: tuple[str, ...], hidden: frozenset[str], depth: int) -> str:
        params = macro.params or ()
        given = _bind(params, arguments, macro.variadic)
        expanded: dict[str, str] = {}
        parts: list[str] = []
        position = 0
        paste = False
        for match in _BODY_ITEM.finditer(macro.body):
            word = match[0]
            parts.append(macro.body[position : match.start()])
            position = match.end()
            if "##" in word and word.strip() == "##":
                parts.append(_PASTE)
                paste = True
            elif word[0] == "#":
                name = word[1:].strip()
                parts.append(_stringify(given[name]) if name in given else word)
            elif word in given:
                pasted = paste and (
                    parts[-2:-1] == [_PASTE] or macro.body.startswith("##", _skip(macro.body, position))
                )
                pasted = pasted or macro.body.startswith("##", _skip(macro.body, position))
                if pasted:
                    parts.append(given[word])
                else:
                    if word not in expanded:
                        expanded[word] = self._rescan(given[word], hidden, depth + 1)
                    parts.append(expanded[word])
                paste = False
            else:
                parts.append(word)
        parts.append(macro.body[position:])
        result = "".join(parts)
        return re.sub(f"\\s*{_PASTE}\\s*", "", result) if _PASTE in result else result


_PASTE = "\x01"


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] == " ":
        position += 1
    return position


def _stringify(text: str) -> str:
    inside = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inside}"'


def _bind(params: tuple[str, ...], arguments: tuple[str, ...], variadic: bool) -> dict[str, str]:
    if variadic and len(arguments) > len(params):
        last = len(params) - 1
        arguments = (*arguments[:last], ", ".join(arguments[last:]))
    given = dict(zip(params, arguments, strict=False))
    for name in params[len(arguments) :]:
        given[name] = ""
    return given


def _arguments(text: str, position: int) -> tuple[int, tuple[str, ...]] | None:
    """The arguments of a use that starts at `position`, and where it ends; None if no `(` follows."""
    while position < len(text) and text[position] in " \t\n":
        position += 1
    if position >= len(text) or text[position] != "(":
        return None
    depth, begin = 0, position + 1
    found: list[str] = []
    for match in _ARGUMENT_MARK.finditer(text, position):
        mark = match[0]
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
            if depth == 0:
                found.append(" ".join(text[begin : match.start()].split()))
                return match.end(), (() if found == [""] else tuple(found))
        elif mark == "," and depth == 1:
            found.append(" ".join(text[begin : match.start()].split()))
            begin = match.end()
    return None


@lru_cache(maxsize=4096)
def _names_pattern(names: frozenset[str]) -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf'"(?:[^"\\\n]|\\.)*"|\b(?:{words})\b')
