"""CUDA sources that program code names in strings: what it hands to a compiler while it runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.discover import UnreadableFile
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.discover import SourceTree

__all__ = ["Mention", "find_mentions"]

_HOSTS: Final = (".cpp", ".cc", ".cxx", ".c", ".hpp", ".h", ".hh")
_INCLUDE: Final = re.compile(rb"^[ \t]*#[^\n]*$", re.MULTILINE)
_RAW: Final = re.compile(rb'R"([^ ()\\\n]{0,16})\((.*?)\)\1"', re.DOTALL)
_NAMED: Final = re.compile(rb'"([\w./+-]+\.cuh?)"')
_INSIDE: Final = re.compile(rb'#\s*include\s*[<"]([\w./+-]+\.(?:cuh?|hpp|h))[>"]')


@dataclass(frozen=True, slots=True)
class Mention:
    """A file of the tree that a string names, where the string stands, and what is not known about its flags."""

    path: str
    location: Location
    problem: str | None = None


def find_mentions(tree: SourceTree) -> tuple[Mention, ...]:
    """Return the CUDA files that strings of C++ code name, the first mention of each, by path.

    A string names a file by its path, or holds code that includes it.
    """
    by_name: dict[str, list[str]] = {}
    for path in tree.covered():
        if path.endswith((".cu", ".cuh")):
            by_name.setdefault(path.rpartition("/")[2], []).append(path)
    found: dict[str, Mention] = {}
    for host in (path for path in tree.covered() if path.endswith(_HOSTS)) if by_name else ():
        for name, line in _names(tree, host):
            for path in _meant(name, by_name):
                found.setdefault(path, Mention(path, Location(host, line)))
    return tuple(found[path] for path in sorted(found))


def _names(tree: SourceTree, path: str) -> Iterator[tuple[str, int]]:
    try:
        data = tree.read_bytes(path)
    except UnreadableFile:
        return
    if b".cu" not in data:
        return
    for raw in _RAW.finditer(data):
        for match in _INSIDE.finditer(raw[2]):
            yield match[1].decode(), data.count(b"\n", 0, raw.start()) + 1
    plain = _INCLUDE.sub(b"", _RAW.sub(_blank, data))
    for match in _NAMED.finditer(plain):
        yield match[1].decode(), plain.count(b"\n", 0, match.start()) + 1


def _blank(match: re.Match[bytes]) -> bytes:
    return b"\n" * match[0].count(b"\n")


def _meant(name: str, by_name: dict[str, list[str]]) -> Iterable[str]:
    """Return the files whose path ends with a name, however the program finds them."""
    wanted = name.removeprefix("./")
    while wanted.startswith("../"):
        wanted = wanted[3:]
    paths = by_name.get(wanted.rpartition("/")[2], ())
    return [path for path in paths if path == wanted or path.endswith(f"/{wanted}")]
