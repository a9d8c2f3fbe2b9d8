"""The patterns of `match.names` in `rules/instructions/*.yaml`: C++ names.

__nanosleep                      this name, alone or behind any `ns::`
cuda::device::memcpy_async_tx    these parts in a row
SM90_TMA_*  UMMA::*              `*` = any run of word characters; a namespace with everything in it
atomicAdd(float2|float4)         only where one of the words stands among the arguments
__launch_bounds__#3              only with three arguments
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.model.instruction import InstructionRule

__all__ = ["NameIndex", "is_name_pattern"]

_PATTERN = re.compile(r"(?P<name>[\w:*]+)(?:\((?P<words>[\w|]+)\)|#(?P<count>\d+))?")


def is_name_pattern(text: str) -> bool:
    """Whether the text is a pattern of this language."""
    return _PATTERN.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class _Entry:
    """A rule with what its pattern asks of the arguments."""

    rule: InstructionRule
    words: re.Pattern[str] | None
    count: int | None

    def accepts(self, arguments: Sequence[str] | None) -> bool:
        if self.words is None and self.count is None:
            return True
        if arguments is None:
            return False
        if self.count is not None:
            return len(arguments) == self.count
        return self.words is not None and any(self.words.search(argument) for argument in arguments)


_SHORT = 3
"""Letters below which a part of a name tells less than another."""


class NameIndex:
    """Finds the rules of a name.

    Attributes:
        words: matches a part of every name that any rule matches.
        scopes: the namespaces and classes of those names, one by one.
    """

    def __init__(self, patterns: Iterable[tuple[str, InstructionRule]]) -> None:
        self._exact: dict[str, list[_Entry]] = {}
        self._globs: list[tuple[re.Pattern[str], _Entry]] = []
        words: set[str] = set()
        scopes: set[str] = set()
        for pattern, rule in patterns:
            name, entry = _entry(pattern, rule)
            words.add(_telling(name))
            scopes.update(name.split("::")[:-1])
            if "*" in name:
                self._globs.append((_glob(name), entry))
            else:
                self._exact.setdefault(name, []).append(entry)
        self.words = re.compile("|".join(sorted(words)) or r"(?!)")
        self.scopes = frozenset(scopes)
        self._entries = lru_cache(maxsize=65536)(self._find)

    def find(self, name: str, arguments: Sequence[str] | None = None) -> tuple[InstructionRule, ...]:
        """The rules of a name, in file order as far as names are spelled out."""
        return tuple(dict.fromkeys(entry.rule for entry in self._entries(name) if entry.accepts(arguments)))

    def _find(self, name: str) -> tuple[_Entry, ...]:
        if not self.words.search(name):
            return ()
        parts = name.split("::")
        spans = ("::".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1))
        found = [entry for span in spans for entry in self._exact.get(span, ())]
        found += [entry for pattern, entry in self._globs if pattern.fullmatch(name)]
        return tuple(found)


def _telling(name: str) -> str:
    """A pattern of what stands in every name that this one matches: its last part, as a whole word where it is one."""
    last = name.rpartition("::")[2]
    part = max(last.split("*"), key=len)
    if len(part) < _SHORT:
        return re.escape(max(re.split(r"\*|::", name), key=len))
    word = re.escape(part)
    return rf"{word}(?<!\w{word})\b" if part == last else word


def _entry(pattern: str, rule: InstructionRule) -> tuple[str, _Entry]:
    match = _PATTERN.fullmatch(pattern)
    if match is None:
        raise ValueError(f"{pattern!r} is no pattern of a name")
    words = match["words"]
    compiled = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words.split('|')))})(?!\w)") if words else None
    return match["name"], _Entry(rule, compiled, int(match["count"]) if match["count"] else None)


def _glob(name: str) -> re.Pattern[str]:
    body = re.escape(name).replace(r"\*", r"\w*")
    return re.compile(rf"(?:.*::)?{body}(?:::.*)?")
