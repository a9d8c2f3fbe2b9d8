"""Whether names are called in files that hold neither kernels nor gates: then nothing keeps a device from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.discover import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.discover.tree import SourceTree

__all__ = ["Elsewhere"]

_WORD_BYTES = frozenset(b"0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") | set(range(0x80, 0x100))
_SPACED = bytes(one if one in _WORD_BYTES else 0x20 for one in range(0x100))
"""Leaves the words of a text, with blanks between them: splitting that is several times as fast as a search."""
_QUOTES = (b'"', b"'")


@dataclass(frozen=True)
class Elsewhere:
    """Looks through those files once, when first asked.

    Attributes:
        paths: the files.
        names: all names that may be asked for.
    """

    tree: SourceTree
    paths: frozenset[str]
    names: frozenset[str]

    def __call__(self, name: str) -> bool:
        """Whether one of the files calls it."""
        return name.encode() in self._called

    @cached_property
    def _called(self) -> frozenset[bytes]:
        left = {name.encode() for name in self.names}
        found: set[bytes] = set()
        for data in self._texts():
            inside = left.intersection(data.translate(_SPACED).split())
            new = {name for name in inside if _calls(data, name)}
            found |= new
            left -= new
        return frozenset(found)

    def _texts(self) -> Iterator[bytes]:
        for path in sorted(self.paths):
            try:
                yield self.tree.read_bytes(path)
            except UnreadableFile:
                continue


def _calls(data: bytes, name: bytes) -> bool:
    """Whether a text calls or launches a name: it stands before a parenthesis or bracket, not in quotes or defined."""
    return any(_stands_before(data, name + mark) for mark in (b"(", b"["))


def _stands_before(data: bytes, mark: bytes) -> bool:
    at = data.find(mark)
    while at >= 0:
        before = data[at - 1 : at]
        apart = before not in _QUOTES and not before.translate(_SPACED).strip()
        if apart and not data.endswith((b"def ", b"class "), 0, at):
            return True
        at = data.find(mark, at + 1)
    return False
