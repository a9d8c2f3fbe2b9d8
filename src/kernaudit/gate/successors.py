"""Which kernel answers for one whose id is gone: it may have moved, or split into rows per template argument."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kernaudit.model.verdict import Cell

__all__ = ["FindName", "Successors", "still_named"]

FindName = Callable[[str, str], "int | None"]
"""(path, name) -> the line of that file that holds the name; None where none does."""

_TAIL = re.compile(r"~\d+$")


class Successors:
    """Finds kernels by the ids that they had before.

    Args:
        before: all ids of before; a kernel that was there already takes nobody's place.
        now: kernel id -> device id -> cell.
    """

    def __init__(self, before: Collection[str], now: Mapping[str, Mapping[str, Cell]]) -> None:
        self._now = now
        self._in_file: dict[str, list[str]] = defaultdict(list)
        self._anywhere: dict[str, list[str]] = defaultdict(list)
        known = frozenset(before)
        for kernel in now:
            if kernel not in known:
                bare = _bare(kernel)
                self._in_file[bare].append(kernel)
                self._anywhere[bare.partition("#")[2]].append(kernel)

    def of(self, kernel: str, device: str) -> str | None:
        """Return the id that answers for a kernel on a device, None where it is gone.

        Its own if it is still there; else of the new kernels of its name without template arguments, first in its file
        and then anywhere, the worst one. A file whose code is not read any more answers for its kernels.
        """
        if device in self._now.get(kernel, ()):
            return kernel
        bare = _bare(kernel)
        found = self._in_file.get(bare) or self._unread(kernel) or self._anywhere.get(bare.partition("#")[2]) or ()
        candidates = [one for one in found if device in self._now[one]]
        return min(candidates, key=lambda one: self._now[one][device].status.rank, default=None)

    def _unread(self, kernel: str) -> list[str]:
        """The row of the kernel's whole file, which stands there in place of its kernels if it could not be read."""
        path = kernel.partition("#")[0]
        whole = f"{path}#{path.rpartition('/')[2]}"
        return [whole] if whole in self._now else []


def still_named(kernel: str, find: FindName | None) -> Location | None:
    """Return the line of a kernel's file that still holds its name, though the report has no such kernel.

    Then it was not removed: what decides whether it is there could not be read.
    """
    path, _, name = _bare(kernel).partition("#")
    line = None if find is None else find(path, name.rpartition("::")[2])
    return None if line is None else Location(path, line)


def _bare(kernel: str) -> str:
    """The id without template arguments and without the number of its equals."""
    path, _, name = kernel.partition("#")
    return f"{path}#{_TAIL.sub('', name).partition('<')[0]}"
