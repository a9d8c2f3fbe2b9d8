"""The commit that a checked-out tree stands at, read from its `.git` folder; git itself is never run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.discover.reading import UnreadableFile, read_regular_file

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_revision"]

_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_BRANCH: Final = re.compile(r"refs(?:/(?!\.)[\w.+@-]+)+")
_LARGEST: Final = 4 * 1024 * 1024
"""Of `packed-refs`: some 40,000 branches and tags."""


def read_revision(root: Path) -> str | None:
    """Return the commit id that `.git/HEAD` leads to; None without one, or where it lies outside of the root.

    The files are those of git's repository layout: `HEAD` names a commit or a branch, a branch is a file of its own
    or a line of `packed-refs`.
    """
    head = _read(root, "HEAD")
    if head is None:
        return None
    branch = head.removeprefix("ref:").strip()
    if branch == head.strip():
        return _commit(head)
    if not _BRANCH.fullmatch(branch):
        return None
    return _commit(_read(root, branch)) or _packed(root, branch)


def _packed(root: Path, branch: str) -> str | None:
    for line in (_read(root, "packed-refs") or "").splitlines():
        commit, _, name = line.partition(" ")
        if name == branch:
            return _commit(commit)
    return None


def _commit(text: str | None) -> str | None:
    found = (text or "").strip()
    return found if _COMMIT.fullmatch(found) else None


def _read(root: Path, name: str) -> str | None:
    """The text of a file of the repository; none behind a link, which could lead anywhere."""
    path = root.resolve() / ".git" / name
    if path.resolve() != path:
        return None
    try:
        return read_regular_file(path, f".git/{name}", _LARGEST).decode("ascii", "replace")
    except UnreadableFile:
        return None
