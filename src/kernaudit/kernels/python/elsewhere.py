"""Whether names are called in files that hold neither kernels nor gates: then nothing keeps a device from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.discover import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.discover.tree import SourceTree

__all__ = ["Elsewhere"]

_CALLED = re.compile(rb"(?<![\"'\w])(?:def |class )?([^\W\d]\w+)\(")


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
        wanted = frozenset(name.encode() for name in self.names)
        found: set[bytes] = set()
        for data in self._texts():
            inside = wanted.intersection(_CALLED.findall(data)) - found
            found.update(name for name in inside if not _only_defined(data, name))
        return frozenset(found)

    def _texts(self) -> Iterator[bytes]:
        for path in sorted(self.paths):
            try:
                yield self.tree.read_bytes(path)
            except UnreadableFile:
                continue


def _only_defined(data: bytes, name: bytes) -> bool:
    calls = data.count(name + b"(")
    return calls == data.count(b"def " + name + b"(") + data.count(b"class " + name + b"(")
