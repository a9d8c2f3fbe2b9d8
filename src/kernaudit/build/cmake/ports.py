"""What the interpreter asks of the world outside the language; whoever drives an evaluation provides it."""

from __future__ import annotations

from typing import Protocol

__all__ = ["NoFiles", "TreeFiles"]


class TreeFiles(Protocol):
    """Files as cmake names them (absolute POSIX paths without `.` and `..`): the tree, plus what the script wrote."""

    def exists(self, path: str) -> bool:
        """Tell whether a file or directory of this name is there (or is taken to be there)."""

    def is_file(self, path: str) -> bool:
        """Tell whether this is a file that `read_text` can read."""

    def is_dir(self, path: str) -> bool:
        """Tell whether this is a directory."""

    def read_text(self, path: str) -> str | None:
        """Return the text of a file, None where there is none or it cannot be read."""


class NoFiles:
    """A world without files."""

    def exists(self, path: str) -> bool:  # noqa: ARG002 - the protocol's shape
        """Nothing exists."""
        return False

    is_file = exists
    is_dir = exists

    def read_text(self, path: str) -> str | None:  # noqa: ARG002 - the protocol's shape
        """Nothing can be read."""
        return None
