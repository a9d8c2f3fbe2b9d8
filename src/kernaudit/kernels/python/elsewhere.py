"""Whether names are called in files that hold neither kernels nor gates: then nothing keeps a device from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.discover import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kernaudit.discover.tree import SourceTree

__all__ = ["Elsewhere", "called_in"]

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

    @property
    def asked(self) -> Mapping[str, frozenset[bytes]] | None:
        """The names that each file calls and none before it; None if nobody asked."""
        return self._by_file if "_by_file" in self.__dict__ else None

    @cached_property
    def _called(self) -> frozenset[bytes]:
        return frozenset[bytes]().union(*self._by_file.values())

    @cached_property
    def _by_file(self) -> dict[str, frozenset[bytes]]:
        left = {name.encode() for name in self.names}
        found: dict[str, frozenset[bytes]] = {}
        for path, data in self._texts():
            new = called_in(data, left)
            if new:
                found[path] = new
                left -= new
        return found

    def _texts(self) -> Iterator[tuple[str, bytes]]:
        for path in sorted(self.paths):
            try:
                yield path, self.tree.read_bytes(path)
            except UnreadableFile:
                continue


def called_in(data: bytes, names: set[bytes]) -> frozenset[bytes]:
    """Return which of some names a text calls or launches."""
    inside = names.intersection(data.translate(_SPACED).split())
    return frozenset(name for name in inside if _calls(data, name))


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
