"""One pass over the directories of a tree: names only, nothing is opened."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.errors import InputError
from kernaudit.model.evidence import Skipped, SkipReason

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["IGNORED", "MAX_DEPTH", "MAX_ENTRIES", "Listing", "walk"]

MAX_DEPTH = 128
"""Directories below one another that are entered; real trees stay under 20."""

MAX_ENTRIES = 2_000_000
"""Files and directories after which a tree is refused: the listing alone would no longer fit the memory promise."""

IGNORED = frozenset({".git", ".hg", ".svn", ".jj", "__pycache__"})


@dataclass(frozen=True, slots=True)
class Listing:
    """The names below one root; every path is POSIX, relative to the root and valid Unicode.

    Attributes:
        files: regular files, and links to regular files inside the root.
        children: directory path ("" is the root) -> names directly inside it, in no order.
        aliases: links to directories inside the root -> the directory they lead to.
        real: what to open, for the files whose own path is not it (links, names that are not UTF-8).
        skipped: what could not be listed, in the order found.
    """

    files: set[str] = field(default_factory=set)
    children: dict[str, list[str]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    real: dict[str, str] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)


def walk(root: Path) -> Listing:
    """List everything below `root`, never leaving it and never following a link to a directory.

    Raises:
        InputError: the tree has more than `MAX_ENTRIES` names.
    """
    walker = _Walker(os.fspath(root))
    walker.run()
    return walker.listing


class _Walker:
    """The mutable state of one walk."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.listing = Listing()
        self.pending: list[tuple[str, str, int]] = [("", root, 0)]
        self.seen = 0

    def run(self) -> None:
        while self.pending:
            shown, real, depth = self.pending.pop()
            self._enter(shown, real, depth)
            if self.seen > MAX_ENTRIES:
                message = f"{self.root}: more than {MAX_ENTRIES:,} files; name a directory inside it instead"
                raise InputError(message)

    def _enter(self, shown: str, real: str, depth: int) -> None:
        names = self.listing.children.setdefault(shown, [])
        try:
            with os.scandir(real) as found:
                entries = list(found)
        except OSError as error:
            self._skip(shown or ".", SkipReason.UNREADABLE, error.strerror or "cannot be listed")
            return
        prefix = f"{shown}/" if shown else ""
        for entry in entries:
            name = _readable(entry.name)
            if name not in IGNORED:
                self._add(entry, prefix + name, name, names, depth)
        self.seen += len(entries)

    def _add(self, entry: os.DirEntry[str], shown: str, name: str, names: list[str], depth: int) -> None:
        # is_file / is_dir without following need no further system call: the kind came with the name.
        if entry.is_file(follow_symlinks=False):
            self.listing.files.add(shown)
            if name != entry.name or entry.path != f"{self.root}/{shown}":
                self.listing.real[shown] = entry.path
        elif entry.is_dir(follow_symlinks=False):
            if depth >= MAX_DEPTH:
                return self._skip(shown, SkipReason.UNREADABLE, f"more than {MAX_DEPTH} directories deep")
            self.pending.append((shown, entry.path, depth + 1))
        elif not entry.is_symlink():
            return self._skip(shown, SkipReason.UNREADABLE, "not a regular file")
        elif not self._add_link(entry.path, shown):
            return None
        names.append(name)
        return None

    def _add_link(self, path: str, shown: str) -> bool:
        """Record a symbolic link that stays inside the root; say why where it does not."""
        try:
            target = os.path.realpath(path, strict=True)
        except OSError as error:
            self._skip(shown, SkipReason.UNREADABLE, f"symbolic link: {error.strerror or 'cannot be resolved'}")
            return False
        if target != self.root and not target.startswith(self.root.rstrip("/") + "/"):
            self._skip(shown, SkipReason.OUTSIDE_ROOT, "symbolic link that leaves the scanned tree")
            return False
        relative = target[len(self.root) :].strip("/")
        if IGNORED.intersection(relative.split("/")):
            return False
        if os.path.isdir(target):  # noqa: PTH112 - one call per link, no Path object per entry
            self.listing.aliases[shown] = _readable(relative)
        elif os.path.isfile(target):  # noqa: PTH113
            self.listing.files.add(shown)
            self.listing.real[shown] = target
        else:
            self._skip(shown, SkipReason.UNREADABLE, "not a regular file")
            return False
        return True

    def _skip(self, path: str, reason: SkipReason, detail: str) -> None:
        self.listing.skipped.append(Skipped(path, reason, detail))


def _readable(name: str) -> str:
    r"""Spell a name that is not UTF-8 with `\xNN`, so that no report ever holds a lone surrogate."""
    if name.isascii():
        return name
    return os.fsencode(name).decode("utf-8", "backslashreplace")
