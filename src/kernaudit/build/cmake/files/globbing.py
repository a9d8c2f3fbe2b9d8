"""CMake's file name patterns: `*`, `?` and `[...]`, none of which crosses a directory."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Directories", "glob_paths", "has_wildcard", "pattern_directory"]

_WILDCARDS = frozenset("*?[")
_MAX_DEPTH = 128


class Directories(Protocol):
    """What a pattern is matched against."""

    def children(self, path: str) -> tuple[str, ...]:
        """Return the sorted names directly inside a directory; nothing if there is no such directory."""

    def is_dir(self, path: str) -> bool:
        """Tell whether a path is a directory."""


def has_wildcard(text: str) -> bool:
    """Tell whether a pattern can match more than one name."""
    return not _WILDCARDS.isdisjoint(text)


def pattern_directory(pattern: str) -> str:
    """Return the directory part in front of the first wildcard: `/a/b/*.cu` and `/a/b/*/x.cu` give `/a/b`."""
    end = next((at for at, char in enumerate(pattern) if char in _WILDCARDS), len(pattern))
    return pattern[:end].rpartition("/")[0] or "/"


def glob_paths(files: Directories, pattern: str, *, recurse: bool, directories: bool) -> Iterator[str]:
    """Yield what an absolute pattern matches, in no order.

    The part in front of the first wildcard is kept as written (CMake does not collapse `..` there).

    Args:
        files: the names to match against.
        pattern: an absolute path with wildcards.
        recurse: match the last component at any depth below its directory (GLOB_RECURSE).
        directories: directories count as matches too (LIST_DIRECTORIES).
    """
    start = pattern_directory(pattern)
    rest = pattern[len(start) :].strip("/") if start != "/" else pattern.strip("/")
    parts = tuple(part for part in rest.split("/") if part)
    if parts:
        yield from _match(files, "" if start == "/" else start, parts, recurse=recurse, directories=directories)


def _match(
    files: Directories, start: str, parts: tuple[str, ...], *, recurse: bool, directories: bool
) -> Iterator[str]:
    matcher = _compile(parts[0])
    if len(parts) == 1 and recurse:
        yield from _descend(files, start, matcher, directories=directories, depth=0)
        return
    for name in files.children(start or "/"):
        if not matcher(name):
            continue
        path = f"{start}/{name}"
        if len(parts) > 1:
            if files.is_dir(path):
                yield from _match(files, path, parts[1:], recurse=recurse, directories=directories)
        elif directories or not files.is_dir(path):
            yield path


def _descend(files: Directories, start: str, matcher: _Matcher, *, directories: bool, depth: int) -> Iterator[str]:
    for name in files.children(start or "/"):
        path = f"{start}/{name}"
        if files.is_dir(path):
            if directories:
                yield path
            if depth < _MAX_DEPTH:
                yield from _descend(files, path, matcher, directories=directories, depth=depth + 1)
        elif matcher(name):
            yield path


class _Matcher(Protocol):
    def __call__(self, name: str, /) -> object: ...


@lru_cache(maxsize=1024)
def _compile(component: str) -> _Matcher:
    """Translate one path component; what follows a `*` is matched atomically, so that matching stays linear."""
    first, *rest = _chunks(component)
    if not rest:
        return re.compile(first, re.DOTALL).fullmatch
    *inner, last = rest
    middle = "".join(f"(?>.*?{chunk})" for chunk in inner if chunk)
    return re.compile(f"{first}{middle}.*{last}", re.DOTALL).fullmatch


def _chunks(component: str) -> list[str]:
    """Return the regular expressions of what stands between the stars."""
    chunks = [""]
    at = 0
    while at < len(component):
        char = component[at]
        if char == "*":
            chunks.append("")
        elif char == "?":
            chunks[-1] += "."
        elif char == "[" and (end := _bracket_end(component, at + 1)) is not None:
            chunks[-1] += _bracket(component[at + 1 : end])
            at = end
        else:
            chunks[-1] += re.escape(char)
        at += 1
    return chunks


def _bracket_end(component: str, at: int) -> int | None:
    """Return where the bracket closes; a `]` right after the opening (and its `!`) is a member of the set."""
    if at < len(component) and component[at] in "!^":
        at += 1
    found = component.find("]", at + 1)
    return None if found < 0 else found


def _bracket(inner: str) -> str:
    inverted = inner[0] in "!^"
    body = inner[1:] if inverted else inner
    escaped = body.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace("&&", "&\\&")
    escaped = escaped.replace("~~", "~\\~").replace("||", "|\\|").replace("^", "\\^")
    try:
        re.compile(f"[{escaped}]")
    except re.error:  # a range the wrong way round, such as [z-a]
        return "(?!)"
    return f"[{'^' if inverted else ''}{escaped}]"
