"""Which kernel answers for one whose id is gone: it may have moved, or split into rows per template argument."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kernaudit.model.verdict import Cell

__all__ = ["Successors"]

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
        and then anywhere, the worst one.
        """
        if device in self._now.get(kernel, ()):
            return kernel
        bare = _bare(kernel)
        found = self._in_file.get(bare) or self._anywhere.get(bare.partition("#")[2]) or ()
        candidates = [one for one in found if device in self._now[one]]
        return min(candidates, key=lambda one: self._now[one][device].status.rank, default=None)


def _bare(kernel: str) -> str:
    """The id without template arguments and without the number of its equals."""
    path, _, name = kernel.partition("#")
    return f"{path}#{_TAIL.sub('', name).partition('<')[0]}"
