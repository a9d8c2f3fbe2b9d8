"""Macros: what `#define` says, and what a macro becomes where it is used (C++ standard, [cpp.replace])."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kernaudit.sources.word_pattern import word_branches

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["IDENTIFIER", "ExpansionLimit", "Macro", "expand_text", "parse_define"]

IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
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
        self.found: dict[str, frozenset[str]] = {}

    def run(self, text: str, names: frozenset[str]) -> str:
        return self._scan(text, names, frozenset(), 0, keep_lines=True)

    def _rescan(self, text: str, hidden: frozenset[str], depth: int) -> str:
        if depth > _MAX_DEPTH:
            raise ExpansionLimit
        names = self._names_in(text) - hidden
        return self._scan(text, names, hidden, depth, keep_lines=False) if names else text

    def _names_in(self, text: str) -> frozenset[str]:
        """The words of a text that are macros; an argument is looked at again on every level that it is handed down."""
        found = self.found.get(text)
        if found is None:
            found = self.found[text] = frozenset(self.macros.keys() & set(IDENTIFIER.findall(text)))
        return found

    def _scan(self, text: str, names: frozenset[str], hidden: frozenset[str], depth: int, *, keep_lines: bool) -> str:
        parts: list[str] = []
        position = searched = 0
        search = _names_pattern(names).search
        while (match := search(text, searched)) is not None:
            start, end = match.span()
            searched = end
            macro = self.macros.get(match[0])
            if macro is None or macro.name in hidden:
                continue
            arguments: tuple[str, ...] = ()
            if macro.params is not None:
                found = _arguments(text, end)
                if found is None:
                    continue
                end, arguments = found
            parts.append(text[position:start])
            made = self._replace(macro, arguments, hidden, depth)
            made, end = self._called(made, text, end, hidden | {macro.name}, depth)
            parts.append(made)
            if keep_lines:
                parts.append("\n" * text.count("\n", start, end))
            position = searched = end
        if not position:
            return text
        parts.append(text[position:])
        return "".join(parts)

    def _replace(self, macro: Macro, arguments: tuple[str, ...], hidden: frozenset[str], depth: int) -> str:
        body = self._substitute(macro, arguments, hidden, depth)
        self.budget -= len(body)
        if self.budget < 0:
            raise ExpansionLimit
        if macro.words or arguments:
            body = self._rescan(body, hidden | {macro.name}, depth + 1)
        return body

    def _called(self, made: str, text: str, end: int, hidden: frozenset[str], depth: int) -> tuple[str, int]:
        """A replacement that ends with the name of a function-like macro takes its arguments from what follows it."""
        while (last := _last_word(made)) is not None:
            macro = self.macros.get(last[1])
            if macro is None or macro.params is None or macro.name in hidden:
                break
            found = _arguments(text, end)
            if found is None:
                break
            end, arguments = found
            made = made[: last[0]] + self._replace(macro, arguments, hidden, depth)
            hidden |= {macro.name}
        return made, end

    def _substitute(self, macro: Macro, arguments: tuple[str, ...], hidden: frozenset[str], depth: int) -> str:
        items = _body_items(macro)
        if len(items) == 1 and items[0][0] == "text":
            return items[0][1]
        given = _bind(macro.params or (), arguments, macro.variadic)
        expanded: dict[str, str] = {}
        parts: list[str] = []
        for kind, word in items:
            if kind == "text":
                parts.append(word)
            elif kind == "string":
                parts.append(_stringify(given[word]))
            elif kind == "pasted":
                if not given[word] and parts and parts[-1].endswith(","):
                    parts[-1] = parts[-1][:-1]  # `, ## __VA_ARGS__` without arguments takes the comma with it (GCC)
                parts.append(given[word])
            else:
                if word not in expanded:
                    expanded[word] = self._rescan(given[word], hidden, depth + 1)
                parts.append(expanded[word])
        return "".join(parts)


@lru_cache(maxsize=8192)
def _body_items(macro: Macro) -> tuple[tuple[str, str], ...]:
    """A macro's body as ("text", t), ("string", parameter), ("pasted", parameter) and ("argument", parameter)."""
    body, params = macro.body, macro.params or ()
    items: list[tuple[str, str]] = []
    position = 0
    pasting = False
    for match in _BODY_ITEM.finditer(body):
        word = match[0]
        if match.start() > position:
            items.append(("text", body[position : match.start()]))
            pasting = False
        position = match.end()
        if word.strip() == "##":
            if items and items[-1][0] == "argument":
                items[-1] = ("pasted", items[-1][1])
            pasting = True
            continue
        if word[0] == "#" and word[1:].strip() in params:
            items.append(("string", word[1:].strip()))
        elif word in params:
            items.append(("pasted" if pasting else "argument", word))
        else:
            items.append(("text", word))
        pasting = False
    items.append(("text", body[position:]))
    return _merged(items)


def _merged(items: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for kind, word in items:
        if kind == "text" and found and found[-1][0] == "text":
            found[-1] = ("text", found[-1][1] + word)
        else:
            found.append((kind, word))
    return tuple(found)


def _last_word(text: str) -> tuple[int, str] | None:
    """The word that a text ends with, before blanks, and where it starts."""
    end = start = len(text.rstrip())
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    word = text[start:end]
    return (start, word) if word and (word[0] == "_" or (word[0].isascii() and word[0].isalpha())) else None


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
    return re.compile(rf'"(?:[^"\\\n]|\\.)*"|{word_branches(names)}')
