"""Pieces of C++ text that a rule is made of: words, matching brackets, and one function by its name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["CppFunction", "find_function", "tokens"]

_TOKEN: Final = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|[0-9]+[uUlL]*|->|::|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:;,.=(){}\[\]&]'
)
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_MOST: Final = 2_000


@dataclass(frozen=True, slots=True)
class CppFunction:
    """A function that returns a text: its parameters as words, its body as words, and the line of its head."""

    name: str
    parameters: tuple[tuple[str, ...], ...]
    body: tuple[str, ...]
    line: int


def tokens(text: str) -> tuple[str, ...]:
    """Return the words of a piece of C++; comments are left out, what is no word is dropped."""
    return tuple(_TOKEN.findall(_COMMENT.sub(" ", text)))


def find_function(text: str, name: str) -> CppFunction | None:
    """Return the first definition of a function that returns a std::string, None without one."""
    head = re.search(rf"\bstd::string\s+(?:\w+::)*{re.escape(name)}\s*\(", text)
    if head is None:
        return None
    words = tokens(text[head.end() - 1 : head.end() + 20 * _MOST])[:_MOST]
    close = _closing(words, 0)
    start = next((n for n in range(close, min(close + 4, len(words))) if words[n] == "{"), None) if close else None
    end = _closing(words, start) if start is not None else None
    if close is None or start is None or end is None:
        return None
    line = text.count("\n", 0, head.start()) + 1
    return CppFunction(name, _split(words[1:close]), words[start + 1 : end], line)


def _closing(words: tuple[str, ...], start: int) -> int | None:
    depth = 0
    for number in range(start, len(words)):
        depth += (words[number] in "([{") - (words[number] in ")]}") if len(words[number]) == 1 else 0
        if depth == 0:
            return number
    return None


def _split(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    parts: list[list[str]] = [[]]
    depth = 0
    for word in words:
        depth += (word in "([{<") - (word in ")]}>") if len(word) == 1 else 0
        if word == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return tuple(tuple(part) for part in parts if part)
