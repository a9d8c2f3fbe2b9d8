"""Finds the repository around a directory and what names of revisions stand for; reads nothing of its configuration."""

from __future__ import annotations

import heapq
import re
from dataclasses import dataclass
from pathlib import Path

from kernaudit.discover.git_files import GitFiles
from kernaudit.discover.git_objects import Commit, GitObjects
from kernaudit.discover.reading import UnreadableFile, read_regular_file
from kernaudit.errors import IncompleteError, InputError, UsageError

__all__ = ["GitRepository", "RevisionRange", "parse_range"]

_NAME = re.compile(r"[A-Za-z0-9_@][A-Za-z0-9_./@+#-]*")
_FULL = re.compile(r"[0-9a-f]{40}")
_SHORT = re.compile(r"[0-9a-f]{4,39}")
_STEP = re.compile(r"([~^])(\d*)")
_MOST_STEPS = 10_000
_MOST_COMMITS = 1_000_000
_MOST_BYTES = 64 * 1024 * 1024
_SYMBOLIC = 5
"""How far a ref may lead to another one, as in git."""


@dataclass(frozen=True, slots=True)
class RevisionRange:
    """Two revisions as written; `since_fork` compares with where they parted (three dots)."""

    base: str
    head: str
    since_fork: bool


def parse_range(text: str) -> RevisionRange:
    """Return what `BASE..HEAD` or `BASE...HEAD` names; an empty side is HEAD.

    Raises:
        UsageError: there are no two dots.
    """
    base, dots, head = text.partition("...")
    if not dots:
        base, dots, head = text.partition("..")
    if not dots:
        raise UsageError(f"--rev {text}: expected BASE..HEAD, or BASE...HEAD for what HEAD changed since it forked")
    return RevisionRange(base or "HEAD", head or "HEAD", dots == "...")


class GitRepository:
    """One repository, and the directory inside it that is looked at.

    Args:
        path: a directory inside a work tree, or a bare repository.

    Raises:
        InputError: there is none.
    """

    def __init__(self, path: Path) -> None:
        self.path = _checked(path)
        self._own, self.inside = _find(self.path)
        self._shared = _common(self._own)
        self._objects = GitObjects(self._shared / "objects")
        self._packed: dict[str, str] | None = None

    def commits(self, wanted: RevisionRange) -> tuple[Commit, Commit]:
        """Return the two commits of a range.

        Raises:
            UsageError: a name stands for nothing.
            InputError: they have no common ancestor, and one is needed.
            IncompleteError: an object is missing.
        """
        base, head = self.commit(wanted.base), self.commit(wanted.head)
        return (self._fork(base, head) if wanted.since_fork else base), head

    def commit(self, name: str) -> Commit:
        """Return the commit that a revision stands for: an id, HEAD, a branch or tag, with `~N` and `^N` after it.

        Raises:
            UsageError: the name stands for nothing.
            IncompleteError: an object is missing.
        """
        match = re.fullmatch(r"([^~^]+)((?:[~^]\d*)*)", name)
        found = self._named(match[1]) if match else None
        if match is None or found is None:
            raise UsageError(f"{self.path}: no revision {name!r}; name a commit, branch or tag of this clone")
        commit = self._objects.commit(found)
        for kind, digits in _STEP.findall(match[2]):
            commit = self._step(commit, kind, int(digits or "1"), name)
        return commit

    def files(self, commit: Commit) -> GitFiles:
        """Return the files of a commit below the directory that is looked at.

        Raises:
            InputError: the commit has no such directory.
            IncompleteError: an object is missing.
        """
        tree = commit.tree
        for part in self.inside:
            entries = {entry.name: entry for entry in self._objects.tree(tree)}
            entry = entries.get(part.encode())
            if entry is None or entry.mode != 0o40000:
                raise InputError(f"{self.path}: commit {commit.id[:12]} has no directory {'/'.join(self.inside)}")
            tree = entry.id
        return GitFiles(self._objects, tree, f"{self.path}@{commit.id[:12]}")

    def _step(self, commit: Commit, kind: str, number: int, name: str) -> Commit:
        if number > _MOST_STEPS:
            raise UsageError(f"{name}: goes back more than {_MOST_STEPS} commits")
        picks = [0] * number if kind == "~" else [number - 1] if number else []
        for pick in picks:
            if pick >= len(commit.parents):
                raise UsageError(f"{self.path}: {name!r} goes back further than this history")
            commit = self._objects.commit(commit.parents[pick])
        return commit

    def _fork(self, one: Commit, other: Commit) -> Commit:
        """The youngest commit that both descend from; commits that a shallow clone lacks count as the beginning."""
        sides = {one.id: 1, other.id: 2} if one.id != other.id else {one.id: 3}
        queue = [(-commit.time, commit.id, commit) for commit in {one.id: one, other.id: other}.values()]
        heapq.heapify(queue)
        done: dict[str, int] = {}
        while queue and len(done) < _MOST_COMMITS:
            _, name, commit = heapq.heappop(queue)
            if sides[name] == 3:
                return commit
            if done.get(name) == sides[name]:
                continue
            done[name] = sides[name]
            for parent in commit.parents:
                sides[parent] = sides.get(parent, 0) | sides[name]
                try:
                    found = self._objects.commit(parent)
                except IncompleteError:
                    continue
                heapq.heappush(queue, (-found.time, parent, found))
        raise InputError(f"{self.path}: no common ancestor in this clone; fetch more of the history, or use two dots")

    def _named(self, name: str) -> str | None:
        if _FULL.fullmatch(name):
            return name
        if name == "@":
            name = "HEAD"
        places = ("", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/")
        for full in (*(f"{place}{name}" for place in places), f"refs/remotes/{name}/HEAD"):
            found = self._ref(full)
            if found is not None:
                return found
        ids = self._objects.starting_with(name) if _SHORT.fullmatch(name) else []
        if len(ids) > 1:
            raise UsageError(f"{self.path}: {name!r} stands for several objects; give more digits")
        return ids[0] if ids else None

    def _ref(self, name: str) -> str | None:
        for _ in range(_SYMBOLIC):
            if not _NAME.fullmatch(name) or ".." in name:
                return None
            text = _text(self._own / name) or _text(self._shared / name) or self._packed_refs().get(name, "")
            if not text.startswith("ref: "):
                return text if _FULL.fullmatch(text) else None
            name = text.removeprefix("ref: ")
        return None

    def _packed_refs(self) -> dict[str, str]:
        if self._packed is None:
            lines = (_text(self._shared / "packed-refs") or "").split("\n")
            pairs = (line.partition(" ") for line in lines if line[:1] not in {"#", "^", ""})
            self._packed = {name.strip(): sha for sha, _, name in pairs}
        return self._packed


def _checked(path: Path) -> Path:
    try:
        found = path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if not found.is_dir():
        raise InputError(f"{path}: not a directory")
    return found


def _find(path: Path) -> tuple[Path, tuple[str, ...]]:
    """The repository's own directory, and the way from the top of its work tree down to `path`."""
    if (path / "objects").is_dir() and (path / "HEAD").is_file():
        return path, ()
    for top in (path, *path.parents):
        marker = top / ".git"
        if marker.is_dir():
            return marker, path.relative_to(top).parts
        if marker.is_file():
            return _linked(marker), path.relative_to(top).parts
    raise InputError(f"{path}: not inside a git repository")


def _linked(marker: Path) -> Path:
    """A linked work tree: its file names the repository, and the repository has to name it back."""
    folder = Path((_text(marker) or "").removeprefix("gitdir: "))
    folder = folder if folder.is_absolute() else marker.parent / folder
    back = Path(_text(folder / "gitdir") or "/")
    back = back if back.is_absolute() else folder / back
    if back.resolve() != marker.resolve():
        raise InputError(f"{marker}: leads to {folder}, which does not know it; look at the repository itself")
    return folder


def _common(own: Path) -> Path:
    text = _text(own / "commondir")
    return own if not text else (own / text).resolve()


def _text(path: Path) -> str | None:
    try:
        return read_regular_file(path, str(path), _MOST_BYTES).decode("utf-8", "replace").strip()
    except UnreadableFile:
        return None
