"""string(REGEX MATCH | MATCHALL | REPLACE) as functions, and the CMAKE_MATCH_<n> variables they leave."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.commands import check_size
from kernaudit.build.cmake.lib.regex_parse import RegexError
from kernaudit.build.cmake.lib.text import narrow, widen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.lib.commands import Read, Writes
    from kernaudit.build.cmake.lib.regex import Match, Regex

__all__ = [
    "MATCH_COUNT",
    "Replaced",
    "clear_matches",
    "match_all",
    "match_writes",
    "parse_replacement",
    "replace_all",
]

MATCH_COUNT: Final = "CMAKE_MATCH_COUNT"
_NAMES: Final = tuple(f"CMAKE_MATCH_{number}" for number in range(10))
_NAMES_UP_TO: Final = {str(last): _NAMES[: last + 1] for last in range(10)}
_CACHED_TEXT: Final = 2_000


@dataclass(frozen=True, slots=True)
class Replaced:
    """The new text, and the matches that were replaced."""

    text: str
    matches: tuple[Match, ...]


def match_all(regex: Regex, text: str) -> tuple[Match, ...]:
    """All matches, left to right."""
    return _cached_matches(regex, text) if len(text) <= _CACHED_TEXT else tuple(regex.matches(text))


@lru_cache(maxsize=2048)
def _cached_matches(regex: Regex, text: str) -> tuple[Match, ...]:
    return tuple(regex.matches(text))


def replace_all(regex: Regex, replacement: str, text: str, *, anchor_once: bool = False) -> Replaced:
    r"""Replace every match; `\0` to `\9` stand for groups, `\n` for a newline.

    With `anchor_once`, `^` matches at the start of the text only.

    Raises:
        RegexError: the replacement has another escape, or a group that the expression lacks (noticed at a match).
    """
    if len(text) <= _CACHED_TEXT and len(replacement) <= _CACHED_TEXT and not anchor_once:
        return _cached_replace(regex, replacement, text)
    return _replace(regex, replacement, text, anchor_once)


@lru_cache(maxsize=2048)
def _cached_replace(regex: Regex, replacement: str, text: str) -> Replaced:
    return _replace(regex, replacement, text, False)


def _replace(regex: Regex, replacement: str, text: str, anchor_once: bool) -> Replaced:
    parts = parse_replacement(replacement)
    matches = tuple(regex.matches(text, anchor_once=True)) if anchor_once else match_all(regex, text)
    if not matches:
        return Replaced(text, ())
    for part in parts:
        if isinstance(part, int) and part > regex.groups:
            message = f'replace expression "{replacement}" contains an out-of-range escape for regex "{regex.pattern}"'
            raise RegexError(message)
    return Replaced(_assemble(parts, matches, text), matches)


def _assemble(parts: tuple[str | int, ...], matches: tuple[Match, ...], text: str) -> str:
    wide = widen(text)
    pieces: list[str] = []
    base = size = 0
    for match in matches:
        size += match.start - base + sum(len(part if isinstance(part, str) else match.groups[part]) for part in parts)
        check_size(size)
        pieces.append(wide[base : match.start])
        pieces.extend(widen(part if isinstance(part, str) else match.groups[part]) for part in parts)
        base = match.end
    pieces.append(wide[base:])
    return narrow("".join(pieces))


@lru_cache(maxsize=1024)
def parse_replacement(replacement: str) -> tuple[str | int, ...]:
    """Text and group numbers, in order; RegexError for any other escape."""
    parts: list[str | int] = []
    head, *escapes = replacement.split("\\")
    pieces = iter(escapes)
    parts.append(head)
    for piece in pieces:
        if not piece:  # two backslashes, or the last one
            following = next(pieces, None)
            if following is None:
                raise RegexError("replace-expression ends in a backslash")
            parts.append("\\" + following)
        elif piece[0] in "0123456789":
            parts.extend((int(piece[0]), piece[1:]))
        elif piece[0] == "n":
            parts.append("\n" + piece[1:])
        else:
            raise RegexError(f'Unknown escape "\\{piece[0]}" in replace-expression')
    return tuple(part for part in parts if part != "")


def clear_matches(read: Read) -> Writes:
    """What a new search does first: blank the variables that the last one set, if there was one."""
    count = read(MATCH_COUNT)
    if count is None:
        return []
    writes: Writes = []
    for name in _NAMES_UP_TO.get(count, _NAMES[:1]):
        if read(name):
            writes.append((name, ""))
    writes.append((MATCH_COUNT, "0"))
    return writes


def match_writes(matches: Iterable[Match]) -> Writes:
    """What is left behind after these matches in turn; nothing if there are none.

    CMAKE_MATCH_COUNT is the highest group that is not empty, and empty itself where even group 0 is.
    """
    seen: dict[str, str | None] = {}
    for match in matches:
        if seen:
            seen = dict.fromkeys(seen, "")
        highest = ""
        for name, group in zip(_NAMES, match.groups, strict=False):
            if group:
                seen[name] = group
                highest = name[-1]
        seen[MATCH_COUNT] = highest
    return list(seen.items())
