"""Whether a file still holds the name of a kernel that a report no longer has: then it was lost, and not removed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.errors import InputError

if TYPE_CHECKING:
    from kernaudit.discover.tree import SourceTree

__all__ = ["Mentions"]


class Mentions:
    """Looks for names in the files of one tree.

    Args:
        tree: the files.
    """

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree

    def line_of(self, path: str, name: str) -> int | None:
        """Return the first line of a file that holds the name as a word; None where none does or it cannot be read."""
        try:
            text = self._tree.read_text(path)
        except InputError:
            return None
        found = re.search(rf"\b{re.escape(name)}\b", text)
        return None if found is None else text.count("\n", 0, found.start()) + 1
