"""The files of one commit, read from git objects; the work tree is not touched."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from kernaudit.discover.reading import too_large
from kernaudit.discover.walk import IGNORED, MAX_DEPTH, MAX_ENTRIES, Listing
from kernaudit.errors import InputError
from kernaudit.model.evidence import Skipped, SkipReason

if TYPE_CHECKING:
    from kernaudit.discover.git_objects import GitObjects, TreeEntry

__all__ = ["GitFiles"]

_MOST_LINKS = 40
_LONGEST_LINK = 4096


class GitFiles:
    """The files below one directory of a commit.

    Args:
        objects: the repository.
        tree: id of the directory.
        label: what errors call it.
    """

    def __init__(self, objects: GitObjects, tree: str, label: str) -> None:
        self._objects, self._tree, self._label = objects, tree, label
        self._blobs: dict[str, str] = {}

    @property
    def identity(self) -> str | None:
        """The id of the directory, which names all contents."""
        return self._tree

    def listing(self) -> Listing:
        """Return the names; links are followed inside the directory only, submodules are empty."""
        found, links, seen = Listing(), dict[str, str](), 0
        pending = [("", self._tree, 0)]
        while pending:
            shown, tree, depth = pending.pop()
            names = found.children.setdefault(shown, [])
            for entry in self._objects.tree(tree):
                seen += 1
                name = entry.name.decode("utf-8", "backslashreplace")
                if _is_plain(name):
                    path = f"{shown}/{name}" if shown else name
                    if stat.S_ISDIR(entry.mode) and depth < MAX_DEPTH:
                        pending.append((path, entry.id, depth + 1))
                    self._add(entry, path, found, links)
                    names.append(name)
            if seen > MAX_ENTRIES:
                raise InputError(f"{self._label}: more than {MAX_ENTRIES:,} files; name a directory inside it instead")
        for path in sorted(links):
            self._follow(path, links, found)
        return found

    def read(self, path: str, limit: int) -> bytes:
        """Return the content of a file as stored."""
        data = self._objects.blob(self._blobs[path])
        if len(data) > limit:
            raise too_large(path, len(data), limit)
        return data

    def _add(self, entry: TreeEntry, path: str, found: Listing, links: dict[str, str]) -> None:
        if stat.S_ISREG(entry.mode):
            self._blobs[path] = entry.id
            found.files.add(path)
        elif stat.S_ISLNK(entry.mode):
            links[path] = entry.id
        elif not stat.S_ISDIR(entry.mode):
            found.children.setdefault(path, [])  # a submodule, which a commit only names

    def _follow(self, path: str, links: dict[str, str], found: Listing) -> None:
        target, seen = path, 0
        while target in links and seen < _MOST_LINKS:
            seen += 1
            text = self._objects.blob(links[target])[:_LONGEST_LINK].decode("utf-8", "backslashreplace")
            inside = _joined(target, text)
            if inside is None:
                found.skipped.append(
                    Skipped(path, SkipReason.OUTSIDE_ROOT, "symbolic link that leaves the scanned tree")
                )
                return
            target = inside
        if target in found.files:
            found.files.add(path)
            self._blobs[path] = self._blobs[target]
        elif target in found.children and not path.startswith(f"{target}/") and target:
            found.aliases[path] = target
        else:
            found.skipped.append(Skipped(path, SkipReason.UNREADABLE, "symbolic link: cannot be resolved"))


def _is_plain(name: str) -> bool:
    """Git itself refuses other names; a hostile repository need not."""
    return name not in IGNORED and name not in {"", ".", ".."} and "/" not in name


def _joined(link: str, text: str) -> str | None:
    """Where a link leads, None if that is outside."""
    if text.startswith("/"):
        return None
    parts = link.split("/")[:-1]
    for part in text.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)
