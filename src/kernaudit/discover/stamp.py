"""Whether a directory may have changed, told from what its file system says of each file, without reading any.

As git's index does it: a file whose size, times and number are what they were holds what it held. A file that changed
a moment ago could change once more within one tick of its clock, so of a tree with such a file nothing is said.
"""

from __future__ import annotations

import hashlib
import os
import time
from typing import TYPE_CHECKING, Final

from kernaudit.discover.walk import walk

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["tree_stamp"]

_COARSE: Final = 2_000_000_000
"""Nanoseconds; the coarsest clock of a file system in use (FAT) has two seconds."""

_FINE: Final = 50_000_000
"""Where times have a part below a millisecond the clock is the kernel's, whose tick is at most ten milliseconds."""

_MILLISECOND: Final = 1_000_000


def tree_stamp(root: Path) -> str | None:
    """Return what changes with any file below a directory; None where that cannot be told.

    It must be taken before the files are read about which it is asked later.

    Args:
        root: an absolute directory without links in its name.

    Raises:
        InputError: there are too many files.
    """
    now = time.time_ns()
    listing = walk(root)
    prefix = f"{os.fspath(root)}/"
    seen = [repr((sorted(listing.children), sorted(listing.aliases.items()), listing.skipped))]
    try:
        for path in sorted(listing.files):
            status = os.stat(listing.real.get(path) or prefix + path)  # noqa: PTH116 - thousands, at every start
            if _is_recent(status.st_mtime_ns, now) or _is_recent(status.st_ctime_ns, now):
                return None
            times = f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino} {status.st_mode}"
            seen.append(f"{path}\0{times}")
    except OSError:
        return None
    return hashlib.sha256("\n".join(seen).encode("utf-8", "surrogateescape")).hexdigest()


def _is_recent(stamp: int, now: int) -> bool:
    return stamp >= now - (_FINE if stamp % _MILLISECOND else _COARSE)
