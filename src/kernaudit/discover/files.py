"""Where the files of a tree come from: a directory, or the objects of a git repository."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from kernaudit.discover.reading import read_regular_file
from kernaudit.discover.walk import walk

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.discover.walk import Listing

__all__ = ["DirectoryFiles", "Files"]


class Files(Protocol):
    """Lists and reads the files of one tree."""

    @property
    def identity(self) -> str | None:
        """What names the contents of all files together; None where they may change at any time."""

    def listing(self) -> Listing:
        """Return the names.

        Raises:
            InputError: there are too many.
        """

    def read(self, path: str, limit: int) -> bytes:
        """Return the content of a file of the listing.

        Raises:
            UnreadableFile: it cannot be read, or is larger than `limit`.
        """


class DirectoryFiles:
    """The files below a directory, never leaving it.

    Args:
        root: an absolute directory without links in its name.
    """

    identity: str | None = None

    def __init__(self, root: Path) -> None:
        self._root = root
        self._real: dict[str, str] = {}

    def listing(self) -> Listing:
        """Return the names; a link that leads out is skipped."""
        found = walk(self._root)
        self._real = found.real
        return found

    def read(self, path: str, limit: int) -> bytes:
        """Return the content of a regular file."""
        return read_regular_file(self._real.get(path) or f"{os.fspath(self._root)}/{path}", path, limit)
